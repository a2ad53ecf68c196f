import { and, asc, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { isPublished } from '../courses/queries.server'
import { hasSeatsLeftAtMost, peopleEnrolled } from '../courses/seats.sql'
import { hasRegisters } from '../courses/sessions.sql'
import { db } from '../database/client.server'
import { attendance, courseSessions, courses, outgoingMail, profiles, userCourses } from '../database/schema'
import { awaitsAnswerSince, holdsSeat, isUndecided } from '../enrolments/enrolments.sql'
import { isNewFailure } from '../mail/mail.sql'

/** Most coming lessons that are read: more than a week usually has. */
const MOST_COMING_LESSONS = 24
/** A session that began so many days ago or earlier, such as a block of e-learning, is no lesson of today. */
const LESSON_DAYS_MAX = 7

/** Days back that are searched for registers that are not closed. */
const REGISTER_DAYS = 60

/**
 * Returns the lessons of published editions around `day`, today. `coming`: at most `MOST_COMING_LESSONS` sessions that
 * end on that day or later, those of today included, and began less than `LESSON_DAYS_MAX` days before, the next first;
 * the `day` of one that has begun is today. `openRegisters`: at most `limit` sessions that began less than
 * `REGISTER_DAYS` days before and ended before `day`, with a register that is not closed, in editions with
 * participants, oldest first; `openRegistersTotal`: the number of all of them. A session without hours has no register,
 * since marks are a part of its hours; sessions at one's own pace have none either.
 *
 * Of each lesson, `sessionNumber`: the stored number that addresses contain; `lessonNumber`: its place, from 1, among
 * the `lessonCount` sessions of its edition; `enrolled`: how many people have a seat; `enrolledMarked`: how many of
 * them are in the register.
 */
export async function lessonsAround(_staff: Staff, day: string, limit: number) {
  const { courseId, startDate, startTime, endDate, endTime, number, position, place, hours, closedAt } =
    courseSessions
  const countSessions = (condition = sql`true`) =>
    sql<number>`(select count(*)::int from course_sessions other where other.course_id = ${courses}.id and ${condition})`
  const selectLessons = (shownDay: AnyPgColumn | SQL, where: SQL | undefined, limit: number) =>
    db
      .select({
        courseId,
        sessionNumber: number,
        title: courses.title,
        teachers: courses.teachers,
        place: sql<string | null>`coalesce(${place}, ${courses.place})`,
        position,
        day: sql<string>`${shownDay}::text`,
        startTime: sql<string | null>`${startTime}::text`,
        endTime: sql<string | null>`${endTime}::text`,
        isRegisterOpen: sql<boolean>`${hours} is not null and ${closedAt} is null and ${hasRegisters}`,
        lessonNumber: countSessions(
          sql`(other.start_date, coalesce(other.start_time, '00:00'), other.position)
          <= (${startDate}, coalesce(${startTime}, '00:00'), ${position})`,
        ),
        lessonCount: countSessions(),
        enrolled: sql<number>`coalesce(${peopleEnrolled}, 0)`,
        enrolledMarked: sql<number>`(select count(*)::int from ${attendance} as mark join ${userCourses}
          on ${userCourses}.id = mark.enrolment_id and ${holdsSeat}
          where mark.course_id = ${courseId} and mark.lesson = ${number})`,
        total: sql<number>`(count(*) over ())::int`,
      })
      .from(courseSessions)
      .innerJoin(courses, eq(courses.id, courseId))
      .where(and(where, isPublished))
      .orderBy(shownDay, sql`${startTime} nulls first`, courseId, position)
      .limit(limit)
  const beganWithin = (days: number) => sql`${startDate} > ${day}::date - ${days}::int`
  const isRegisterMissing = and(
    beganWithin(REGISTER_DAYS),
    lt(endDate, day),
    isNull(closedAt),
    isNotNull(hours),
    hasRegisters,
    sql`${peopleEnrolled} > 0`,
  )
  const [coming, openRegisters] = await Promise.all([
    selectLessons(
      sql`greatest(${startDate}, ${day}::date)`,
      and(beganWithin(LESSON_DAYS_MAX), gte(endDate, day)),
      MOST_COMING_LESSONS,
    ),
    selectLessons(startDate, isRegisterMissing, limit),
  ])
  return { coming, openRegisters, openRegistersTotal: openRegisters[0]?.total ?? 0 }
}
export type DayLesson = Awaited<ReturnType<typeof lessonsAround>>['coming'][number]

/**
 * Lists the requests that wait for a decision (`isUndecided`), the longest wait first, at most `limit`. `total`: number
 * of all of them; `isFull`: the edition has a limit of seats, and none is left.
 */
export async function oldestRequests(_staff: Staff, limit: number) {
  const rows = await db
    .select({
      id: userCourses.id,
      awaitsAnswerSince,
      person: { id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName },
      course: { title: courses.title, startDate: courses.startDate, place: courses.place },
      isFull: sql<boolean>`coalesce(${hasSeatsLeftAtMost(0)}, false)`,
      total: sql<number>`${db.$count(userCourses, isUndecided)}::int`,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(isUndecided)
    .orderBy(asc(awaitsAnswerSince), asc(userCourses.id))
    .limit(limit)
  return { total: rows[0]?.total ?? 0, requests: rows.map(({ total, ...request }) => request) }
}

/**
 * Lists the e-mails that the sender has given up in the last `NEW_FAILURE_DAYS` days, newest failure first, at most
 * `limit`. `total`: number of all of them.
 */
export async function undeliveredEmails(_staff: Staff, limit: number) {
  const { id, toName, toAddress, subject, failedAt } = outgoingMail
  const rows = await db
    .select({ id, toName, toAddress, subject, failedAt, total: sql<number>`(count(*) over ())::int` })
    .from(outgoingMail)
    .where(isNewFailure)
    .orderBy(desc(failedAt), desc(id))
    .limit(limit)
  return { total: rows[0]?.total ?? 0, emails: rows.map(({ total, ...email }) => email) }
}
