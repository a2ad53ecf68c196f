import { and, asc, count, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import type { Transaction } from '../database/client.server'
import { courses, holdsSeat, isLive, profiles, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'

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
      cancelledAt: courses.cancelledAt,
      confirmedAt: courses.confirmedAt,
      draft: courses.draft,
      version: courses.version,
      seriesId: courses.seriesId,
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

/**
 * Locks live enrolments after their courses: the lock order of every command.
 * @returns those that exist, with their person and their locked course, archived ones included
 */
export async function lockEnrolments(tx: Transaction, ids: readonly string[]) {
  const known = inArray(userCourses.id, ids.filter(isId))
  const links = await tx.select({ courseId: userCourses.courseId }).from(userCourses).where(known)
  const held = await lockCourses(tx, [...new Set(links.map(({ courseId }) => courseId))])
  const { id, userId, courseId, status, requestedAt } = userCourses
  const { email, firstName, lastName } = profiles
  const rows = await tx
    .select({ id, userId, courseId, status, requestedAt, email, firstName, lastName })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(known, isLive))
    .orderBy(asc(id))
    .for('update', { of: userCourses })
  return rows.flatMap((enrolment) => {
    const course = held.find((each) => each.id === enrolment.courseId)
    return course ? [{ ...enrolment, course }] : []
  })
}

/** Locks the course of an enrolment and another one, then the enrolment. */
export async function lockBoth(tx: Transaction, enrolmentId: string, courseId: string) {
  const { id, courseId: course } = userCourses
  const [link] = isId(enrolmentId)
    ? await tx.select({ course }).from(userCourses).where(eq(id, enrolmentId))
    : []
  const held = await lockCourses(tx, link ? [link.course, courseId] : [courseId])
  const [enrolment] = await lockEnrolments(tx, [enrolmentId])
  return { enrolment, to: held.find(({ id }) => id === courseId.toLowerCase()) }
}

export type LockedEnrolment = Awaited<ReturnType<typeof lockEnrolments>>[number]

/** The state of a person's live enrolment, in this transaction. */
export async function stateOf(tx: Transaction, person: { id: string }, course: string) {
  const { userId, courseId, status } = userCourses
  const [row] = await tx
    .select({ status })
    .from(userCourses)
    .where(and(eq(userId, person.id), eq(courseId, course), isLive))
  return row?.status
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

export const approvedBy = ({ id }: { id: string }) => ({
  ...UNDECIDED,
  approvedAt: sql`now()`,
  approvedBy: id,
})

export const rejectedBy = ({ id }: Admin, reason?: string) => ({
  ...UNDECIDED,
  rejectedAt: sql`now()`,
  rejectedBy: id,
  rejectReason: reason ?? null,
})
