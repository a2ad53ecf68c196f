import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { isPublished } from '../courses/queries.server'
import { hasSeatsLeftAtMost, peopleEnrolled } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { attendance, courseSessions, courses, outgoingMail, profiles, userCourses } from '../database/schema'
import { holdsSeat, isUndecided } from '../enrolments/enrolments.sql'

/** Most coming lessons that are read, more than a week has. */
const LESSONS_MAX = 24
/** Days: a session that began earlier and still goes on is left out, since it is not a lesson of one day. */
const LESSON_DAYS_MAX = 7

/** Days back that are searched for registers that are not closed. */
const REGISTER_DAYS = 60

/**
 * Returns the lessons of published editions around `day`, today. `coming`: sessions that end on that day or later, the
 * next first. `open`: at most `limit` earlier sessions whose register is not closed, oldest first; `openTotal`: number
 * of all of them. Each session has its `number` among the `of` sessions of its edition.
 */
export async function lessonsFrom(_staff: Staff, day: string, limit: number) {
  const { courseId, startDate, startTime, endDate, endTime, position, place, hours, closedAt } =
    courseSessions
  const countSessions = (condition = sql`true`) =>
    sql<number>`(select count(*)::int from course_sessions other where other.course_id = ${courses}.id and ${condition})`
  const selectLessons = ({ isOpen }: { isOpen: boolean }) =>
    db
      .select({
        isOpen: sql<boolean>`${isOpen}::boolean`.as('is_open'),
        courseId,
        session: courseSessions.number,
        title: courses.title,
        teachers: courses.teachers,
        place: sql<string | null>`coalesce(${place}, ${courses.place})`.as('lesson_place'),
        position,
        day: sql<string>`greatest(${startDate}, ${isOpen ? startDate : sql`${day}::date`})::text`.as('day'),
        startTime: sql<string | null>`${startTime}::text`.as('start_time'),
        endTime: sql<string | null>`${endTime}::text`.as('end_time'),
        isRegisterOpen: sql<boolean>`${hours} is not null and ${closedAt} is null`.as('is_register_open'),
        number: countSessions(
          sql`(other.start_date, coalesce(other.start_time, '00:00'), other.position)
          <= (${startDate}, coalesce(${startTime}, '00:00'), ${position})`,
        ).as('number'),
        of: countSessions().as('of'),
        enrolled: sql<number>`coalesce(${peopleEnrolled}, 0)`.as('enrolled'),
        marked: sql<number>`(select count(*)::int from ${attendance} as mark join ${userCourses}
          on ${userCourses}.id = mark.enrolment_id and ${holdsSeat}
          where mark.course_id = ${courseId} and mark.lesson = ${courseSessions}.number)`.as('marked'),
        total: sql<number>`(count(*) over ())::int`.as('total'),
      })
      .from(courseSessions)
      .innerJoin(courses, eq(courses.id, courseId))
      .$dynamic()
  const coming = selectLessons({ isOpen: false })
    .where(and(sql`${startDate} > ${day}::date - ${LESSON_DAYS_MAX}::int`, gte(endDate, day), isPublished))
    .orderBy(sql`greatest(${startDate}, ${day}::date)`, sql`${startTime} nulls first`, asc(courses.id))
    .limit(LESSONS_MAX)
  const openRegisters = selectLessons({ isOpen: true })
    .where(
      and(
        sql`${startDate} > ${day}::date - ${REGISTER_DAYS}::int`,
        lt(endDate, day),
        isNull(closedAt),
        isNotNull(hours),
        isPublished,
        sql`${peopleEnrolled} > 0`,
      ),
    )
    .orderBy(asc(startDate), sql`${startTime} nulls first`, asc(courses.id))
    .limit(limit)
  const rows = await unionAll(coming, openRegisters).orderBy(
    sql`day`,
    sql`start_time nulls first`,
    sql`course_id`,
    sql`position`,
  )
  const openRows = rows.filter(({ isOpen }) => isOpen)
  return {
    coming: rows.filter(({ isOpen }) => !isOpen),
    open: openRows,
    openTotal: openRows[0]?.total ?? 0,
  }
}
export type DayLesson = Awaited<ReturnType<typeof lessonsFrom>>['coming'][number]

/** Lists the requests that wait for the office, oldest first, at most `limit`. `total`: number of all of them. */
export async function oldestRequests(_staff: Staff, limit: number) {
  const rows = await db
    .select({
      id: userCourses.id,
      requestedAt: userCourses.requestedAt,
      person: { id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName },
      course: { title: courses.title, startDate: courses.startDate, place: courses.place },
      isFull: sql<boolean>`coalesce(${hasSeatsLeftAtMost(0)}, false)`,
      total: sql<number>`${db.$count(userCourses, isUndecided)}::int`,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(isUndecided)
    .orderBy(asc(userCourses.requestedAt), asc(userCourses.id))
    .limit(limit)
  return { total: rows[0]?.total ?? 0, requests: rows.map(({ total, ...request }) => request) }
}

/** Lists the undelivered e-mails, newest failure first, at most `limit`. `total`: number of all of them. */
export async function undeliveredEmails(_staff: Staff, limit: number) {
  const { id, toName, toAddress, subject, failedAt } = outgoingMail
  const rows = await db
    .select({ id, toName, toAddress, subject, failedAt, total: sql<number>`(count(*) over ())::int` })
    .from(outgoingMail)
    .where(isNotNull(failedAt))
    .orderBy(desc(failedAt), desc(id))
    .limit(limit)
  return { total: rows[0]?.total ?? 0, emails: rows.map(({ total, ...email }) => email) }
}
