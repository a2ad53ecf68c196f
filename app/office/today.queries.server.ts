import { and, asc, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { isPublished } from '../courses/queries.server'
import { peopleEnrolled, withSeatsLeft } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { courseSessions, courses, outgoingMail, profiles, userCourses } from '../database/schema'
import { isUndecided } from '../enrolments/enrolments.sql'

/** More than a week has. */
const MOST_LESSONS = 24
/** Days that a session may last to be a lesson of a day. */
const LONGEST = 7

/** The sessions of published editions that are not over before a day, the next first, each with its number. `day`: today. */
export function lessonsFrom(_staff: Staff, day: string) {
  const { courseId, startDate, startTime, endDate, endTime, position, place } = courseSessions
  const others = sql`(select count(*)::int from course_sessions other where other.course_id = ${courses}.id`
  return db
    .select({
      courseId,
      title: courses.title,
      place: sql<string | null>`coalesce(${place}, ${courses.place})`,
      position,
      day: sql<string>`greatest(${startDate}, ${day}::date)::text`,
      startTime: sql<string | null>`${startTime}::text`,
      endTime: sql<string | null>`${endTime}::text`,
      number: sql<number>`${others} and (other.start_date, coalesce(other.start_time, '00:00'), other.position)
        <= (${startDate}, coalesce(${startTime}, '00:00'), ${position}))`,
      of: sql<number>`${others})`,
      enrolled: sql<number>`coalesce(${peopleEnrolled}, 0)`,
    })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(and(sql`${startDate} > ${day}::date - ${LONGEST}::int`, gte(endDate, day), isPublished))
    .orderBy(sql`greatest(${startDate}, ${day}::date)`, sql`${startTime} nulls first`, asc(courses.id))
    .limit(MOST_LESSONS)
}

/** Requests that wait for the office, the oldest first. `total`: of all. */
export async function oldestRequests(_staff: Staff, limit: number) {
  const rows = await db
    .select({
      id: userCourses.id,
      requestedAt: userCourses.requestedAt,
      person: { id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName },
      course: { title: courses.title, startDate: courses.startDate, place: courses.place },
      full: sql<boolean>`coalesce(${withSeatsLeft(0)}, false)`,
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

/** E-mails that could not be delivered, the last to fail first. `total`: of all. */
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
