import { and, asc, count, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import type { Transaction } from '../database/client.server'
import { courses, holdsSeat, userCourses } from '../database/schema'

/**
 * Locks courses in the order of their ids, which prevents deadlocks. Every command that creates an enrolment or gives a
 * seat calls this first.
 * @returns existing courses, archived ones included, with their taken seats
 */
export async function lockCourses(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return []
  const held = await tx
    .select({
      id: courses.id,
      title: courses.title,
      startDate: courses.startDate,
      endDate: courses.endDate,
      comingSoon: courses.comingSoon,
      archivedAt: courses.archivedAt,
      maxPartecipanti: courses.maxPartecipanti,
    })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
    .orderBy(asc(courses.id))
    .for('update')
  // A separate statement: one that waited for the lock would see the seats from before.
  const taken = await tx
    .select({ courseId: userCourses.courseId, seats: count() })
    .from(userCourses)
    .where(and(inArray(userCourses.courseId, [...ids]), holdsSeat))
    .groupBy(userCourses.courseId)
  const seats = new Map(taken.map(({ courseId, seats }) => [courseId, seats]))
  return held.map((course) => ({ ...course, seatsTaken: seats.get(course.id) ?? 0 }))
}
export type LockedCourse = Awaited<ReturnType<typeof lockCourses>>[number]

/** Undefined for a missing course. */
export async function lockCourse(tx: Transaction, id: string): Promise<LockedCourse | undefined> {
  const [course] = await lockCourses(tx, [id])
  return course
}

/** Requests, and seats of courses after `day` (YYYY-MM-DD), end with the account. */
export const endsWithOwner = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )

export const UNDECIDED = {
  approvedAt: null,
  approvedBy: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectReason: null,
}

export const approvedBy = ({ id }: Admin) => ({ ...UNDECIDED, approvedAt: sql`now()`, approvedBy: id })

export const rejectedBy = ({ id }: Admin, reason?: string) => ({
  ...UNDECIDED,
  rejectedAt: sql`now()`,
  rejectedBy: id,
  rejectReason: reason ?? null,
})
