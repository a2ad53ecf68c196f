import { and, eq, exists, gt, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { sessionStart } from '../courses/sessions.sql'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { courseSeats, courseSessions, courses, profiles, userCourses } from '../database/schema'
import { isLastDecisionOpen } from '../enrolments/decisions.sql'
import { isLive } from '../enrolments/enrolments.sql'
import { ENROLMENTS_AT_ONCE, STEPS } from '../enrolments/rules'
import { lockCourseWithSeats } from '../enrolments/seats.server'
import { today } from '../runtime/clock'

/**
 * Marks approved enrolments as 'in_progress' once a session of their course has begun, except those whose last
 * decision can still be undone. Run by the schedule.
 * @returns how many were marked
 */
export async function startEnrolments(system: System): Promise<number> {
  const { courseId, startDate, startTime } = courseSessions
  const hasBegun = lte(sessionStart(startDate, startTime), sql`now()`)
  const begunSessions = db
    .select({ courseId })
    .from(courseSessions)
    .where(and(eq(courseId, courses.id), hasBegun))
  const begunCourses = await db
    .select({ courseId: courses.id })
    .from(courses)
    .innerJoin(courseSeats, and(eq(courseSeats.courseId, courses.id), gt(courseSeats.approved, 0)))
    .where(and(isNull(courses.archivedAt), lte(courses.startDate, today()), exists(begunSessions)))

  let total = 0
  for (const { courseId } of begunCourses) {
    let count: number
    do {
      count = await inTransaction((tx) => startEnrolmentsOf(tx, system, courseId))
      total += count
    } while (count === ENROLMENTS_AT_ONCE)
  }
  return total
}

/** Marks at most `ENROLMENTS_AT_ONCE` enrolments of a course as 'in_progress'. @returns how many */
async function startEnrolmentsOf(tx: Transaction, system: System, courseId: string): Promise<number> {
  const course = await lockCourseWithSeats(tx, courseId)
  if (!course || course.archivedAt) return 0
  const { from, to } = STEPS.start
  const startable = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(
      and(eq(userCourses.courseId, courseId), eq(userCourses.status, from), isLive, not(isLastDecisionOpen)),
    )
    .limit(ENROLMENTS_AT_ONCE)
  const startedEnrolments = await tx
    .update(userCourses)
    .set({ status: to, decisionId: null })
    .from(profiles)
    .where(and(eq(profiles.id, userCourses.userId), inArray(userCourses.id, startable)))
    .returning({ id: userCourses.id, email: profiles.email })
  const entries = startedEnrolments.map(({ id, email }) => {
    const details = { old: { status: from }, new: { status: to }, course: course.title, email }
    return { action: 'update', entity: 'user_courses', id, details } as const
  })
  await record(tx, system, entries)
  return startedEnrolments.length
}
