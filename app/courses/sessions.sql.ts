import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { courseSessions, courses } from '../database/schema'
import type { Format } from './rules'

/** When a session begins in Italy; a session without a time begins with its day. */
const sessionStart = (startDate: AnyPgColumn | SQL, startTime: AnyPgColumn | SQL) =>
  sql<Date>`((${startDate} + coalesce(${startTime}, '00:00')) at time zone 'Europe/Rome')`

/** When a session ends in Italy; a session without a time ends with its day. */
export const sessionEnd = (endDate: AnyPgColumn | SQL, endTime: AnyPgColumn | SQL) =>
  sql<Date>`((${endDate} + coalesce(${endTime}, '24:00')) at time zone 'Europe/Rome')`

/** When the first session of a course begins in Italy; null without sessions. `course`: an id. */
export const firstSessionStart = (course: AnyPgColumn | SQL) =>
  sql<Date | null>`(select min(${sessionStart(sql`session.start_date`, sql`session.start_time`)})
    from course_sessions as session where session.course_id = ${course})`

/**
 * Whether the lessons of a row of `courses` have registers: those that everybody takes when they like (`isAtOwnPace`)
 * have none.
 */
export const hasRegisters = sql<boolean>`${courses.format} is distinct from ${'e-learning' satisfies Format}`

/** The columns of a session that the course form and the pages use; those of its register are left out. */
export const sessionFields = {
  courseId: courseSessions.courseId,
  number: courseSessions.number,
  position: courseSessions.position,
  startDate: courseSessions.startDate,
  startTime: courseSessions.startTime,
  endDate: courseSessions.endDate,
  endTime: courseSessions.endTime,
  hours: courseSessions.hours,
  topic: courseSessions.topic,
  place: courseSessions.place,
  link: courseSessions.link,
}

/** What the pages of a course read of its sessions. */
const { courseId: _course, ...pageFields } = { ...sessionFields, closedAt: courseSessions.closedAt }
type StoredSession = Pick<typeof courseSessions.$inferSelect, keyof typeof pageFields>

const namesAndFields = sql.join(
  Object.entries(pageFields).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
)

/**
 * The sessions of a course in order of time, each with the moment when its register was closed. A column
 * for queries of `courses`.
 */
export const sessionsOfCourse = sql`(
  select coalesce(json_agg(json_build_object(${namesAndFields}) order by position), '[]')
  from ${courseSessions} where course_id = ${courses}.id)`.mapWith((rows: SessionJson[]): StoredSession[] =>
  rows.map(({ closedAt, ...session }) => ({ ...session, closedAt: closedAt ? new Date(closedAt) : null })),
)
type SessionJson = Omit<StoredSession, 'closedAt'> & { closedAt: string | null }
