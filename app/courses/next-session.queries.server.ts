import { differenceInCalendarDays, parseISO } from 'date-fns'
import { gt, inArray, sql } from 'drizzle-orm'
import { type Database, db } from '../database/client.server'
import { courseSessions } from '../database/schema'
import { sessionEnd } from './sessions.sql'

/**
 * `date`: first day, YYYY-MM-DD; times: HH:MM in Italy; `number`: place by date among the `total` sessions of the
 * course; `ahead`: days from today to `date`, negative if it has passed.
 */
export type NextSession = {
  date: string
  /** The last day of the session. */
  until: string
  startTime: string | null
  endTime: string | null
  number: number
  total: number
  ahead: number
  topic: string | null
  /** The place of this session; null: the place of the course. */
  place: string | null
  /** The link of this session; null: the link of all lessons. */
  link: string | null
}

/**
 * For each course, by its id, the first session that is not over; a course without such a session has no entry. A
 * session without an end time ends with its last day. `today`: YYYY-MM-DD.
 */
export async function nextSessions(
  courseIds: string[],
  today: string,
  from: Database = db,
): Promise<Map<string, NextSession>> {
  if (!courseIds.length) return new Map()
  const { courseId, startDate, startTime, endDate, endTime, position, topic, place, link } = courseSessions
  const numbered = from
    .select({
      courseId,
      date: startDate,
      until: endDate,
      startTime: sql<string | null>`left(${startTime}::text, 5)`.as('starts'),
      endTime: sql<string | null>`left(${endTime}::text, 5)`.as('ends'),
      number:
        sql<number>`(row_number() over (partition by ${courseId} order by ${startDate}, ${startTime} nulls first, ${position}))::int`.as(
          'number',
        ),
      total: sql<number>`(count(*) over (partition by ${courseId}))::int`.as('total'),
      topic,
      place,
      link,
      endsAt: sessionEnd(endDate, endTime).as('ends_at'),
    })
    .from(courseSessions)
    .where(inArray(courseId, courseIds))
    .as('numbered')
  const { endsAt, ...columns } = numbered._.selectedFields
  const rows = await from
    .selectDistinctOn([numbered.courseId], columns)
    .from(numbered)
    .where(gt(endsAt, sql`now()`))
    .orderBy(numbered.courseId, numbered.number)
  const daysUntil = (date: string) => differenceInCalendarDays(parseISO(date), parseISO(today))
  return new Map(
    rows.map(({ courseId, ...session }) => [courseId, { ...session, ahead: daysUntil(session.date) }]),
  )
}
