import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Member } from '../accounts/rules'
import { isConcluded } from '../courses/rules'
import { db } from '../database/client.server'
import { courseSessions, courses, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import type { EnrolmentState } from './rules'

/** Day and times in Italy; the `number`th of `of` sessions. */
export type NextSession = {
  date: string
  startTime: string | null
  endTime: string | null
  number: number
  of: number
}

/** Own enrolments, newest first, with the next session of courses in which the member has a seat. */
export async function enrolmentsOf(member: Member) {
  const rows = await db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      approvedAt: userCourses.approvedAt,
      rejectReason: userCourses.rejectReason,
      course: {
        id: courses.id,
        slug: courses.slug,
        title: courses.title,
        shortDescription: courses.shortDescription,
        modalita: courses.modalita,
        tipoSessione: courses.tipoSessione,
        location: courses.location,
        price: courses.price,
        startDate: courses.startDate,
        endDate: courses.endDate,
        comingSoon: courses.comingSoon,
        createdAt: courses.createdAt,
        archivedAt: courses.archivedAt,
      },
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, member.id))
    .orderBy(desc(userCourses.requestedAt), desc(userCourses.id))

  const expected = rows.filter(({ status }) => status === 'approved' || status === 'in_progress')
  const next = await nextSessions(expected.map(({ course }) => course.id))
  return rows.map((row) => ({
    ...row,
    course: { ...row.course, concluded: isConcluded(row.course, today()) },
    nextSession: expected.includes(row) ? (next.get(row.course.id) ?? null) : null,
  }))
}

/** Null without an enrolment. */
export async function enrolmentState(member: Member, courseId: string): Promise<EnrolmentState | null> {
  const [row] = await db
    .select({ status: userCourses.status })
    .from(userCourses)
    .where(and(eq(userCourses.userId, member.id), eq(userCourses.courseId, courseId)))
  return row?.status ?? null
}

/** By slug, of these courses. */
export async function enrolmentStates(
  member: Member,
  slugs: string[],
): Promise<Record<string, EnrolmentState>> {
  const rows = await db
    .select({ slug: courses.slug, status: userCourses.status })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.userId, member.id), inArray(courses.slug, slugs)))
  return Object.fromEntries(rows.map(({ slug, status }) => [slug, status]))
}

/** Whether the enrolment waits and was requested within the last ten seconds (decision 0027). */
export async function hasJustAsked(member: Member, courseId: string): Promise<boolean> {
  const { userId, courseId: course, requestedAt, status } = userCourses
  const recent = gt(requestedAt, sql`now() - interval '10 seconds'`)
  return (
    (await db.$count(
      userCourses,
      and(eq(userId, member.id), eq(course, courseId), eq(status, 'pending'), recent),
    )) > 0
  )
}

/** The first session that is not over; without an end time it lasts all day. */
async function nextSessions(courseIds: string[]): Promise<Map<string, NextSession>> {
  if (!courseIds.length) return new Map()
  const { courseId, startDate, startTime, endDate, endTime, position } = courseSessions
  const numbered = db
    .select({
      courseId,
      date: startDate,
      startTime: sql<string | null>`left(${startTime}::text, 5)`.as('starts'),
      endTime: sql<string | null>`left(${endTime}::text, 5)`.as('ends'),
      number:
        sql<number>`(row_number() over (partition by ${courseId} order by ${startDate}, ${startTime} nulls first, ${position}))::int`.as(
          'number',
        ),
      of: sql<number>`(count(*) over (partition by ${courseId}))::int`.as('of'),
      over: sql<Date>`(${endDate} + coalesce(${endTime}, '24:00')) at time zone 'Europe/Rome'`.as('over'),
    })
    .from(courseSessions)
    .where(inArray(courseId, courseIds))
    .as('numbered')
  const { over, ...shown } = numbered._.selectedFields
  const rows = await db
    .selectDistinctOn([numbered.courseId], shown)
    .from(numbered)
    .where(gt(over, sql`now()`))
    .orderBy(numbered.courseId, numbered.number)
  return new Map(rows.map(({ courseId, ...session }) => [courseId, session]))
}
