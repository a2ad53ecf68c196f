import { and, eq, gt, isNull, lte, not, sql } from 'drizzle-orm'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { firstSessionStart } from '../courses/sessions.sql'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { courseSeats, courses, profiles, userCourses } from '../database/schema'
import { isLastDecisionOpen } from '../enrolments/decisions.sql'
import { isLive } from '../enrolments/enrolments.sql'
import { STEPS } from '../enrolments/rules'
import { lockCourseWithSeats } from '../enrolments/seats.server'
import { today } from '../runtime/clock'

/**
 * Marks approved enrolments as 'in_progress' once a session of their course has begun, except those whose last
 * decision can still be undone. Run by the schedule.
 * @returns how many were marked
 */
export async function startEnrolments(system: System): Promise<number> {
  const begunCourses = await db
    .select({ courseId: courses.id })
    .from(courses)
    .innerJoin(courseSeats, and(eq(courseSeats.courseId, courses.id), gt(courseSeats.approved, 0)))
    .where(hasBegunSession())

  let total = 0
  for (const { courseId } of begunCourses)
    total += await inTransaction((tx) => startEnrolmentsOf(tx, system, courseId))
  return total
}

/** SQL: whether a session of a course that is not deleted has begun. */
const hasBegunSession = () =>
  and(
    isNull(courses.archivedAt),
    lte(courses.startDate, today()),
    lte(firstSessionStart(sql`${courses}.id`), sql`now()`),
  )

/** Marks the enrolments of a course as 'in_progress', unless it has new dates by now. @returns how many */
async function startEnrolmentsOf(tx: Transaction, system: System, courseId: string): Promise<number> {
  const course = await lockCourseWithSeats(tx, courseId)
  if (!course || (await tx.$count(courses, and(eq(courses.id, courseId), hasBegunSession()))) === 0) return 0
  const { from, to } = STEPS.start
  const isStartable = and(eq(userCourses.status, from), isLive, not(isLastDecisionOpen))
  const startedEnrolments = await tx
    .update(userCourses)
    .set({ status: to, decisionId: null })
    .from(profiles)
    .where(and(eq(profiles.id, userCourses.userId), eq(userCourses.courseId, courseId), isStartable))
    .returning({ id: userCourses.id, email: profiles.email })
  const entries = startedEnrolments.map(({ id, email }) => {
    const details = { old: { status: from }, new: { status: to }, course: course.title, email }
    return { action: 'update', entity: 'user_courses', id, details } as const
  })
  await record(tx, system, entries)
  return startedEnrolments.length
}
