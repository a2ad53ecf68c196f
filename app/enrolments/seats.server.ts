import { and, asc, count, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { isOffered } from '../courses/seats.sql'
import type { Transaction } from '../database/client.server'
import { courses, profiles, seatOffers, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { isLastDecisionOpen } from './decisions.sql'
import { hasIssuedCertificate, holdsSeat, isLive } from './enrolments.sql'

/**
 * Locks courses in the order of their ids, which prevents deadlocks. Every command that creates an enrolment or gives
 * a seat calls this first.
 * @returns the courses that exist, archived ones included. `seatsTaken`: seats of enrolments and open offers
 */
export async function lockCoursesWithSeats(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return []
  const lockedCourses = await tx
    .select()
    .from(courses)
    .where(inArray(courses.id, [...ids]))
    .orderBy(asc(courses.id))
    .for('update')
  // A statement of its own: a statement that waits for the lock reads the seats as they were before it waited.
  const taken = await tx
    .select({ courseId: userCourses.courseId, seats: count() })
    .from(userCourses)
    .where(and(inArray(userCourses.courseId, [...ids]), holdsSeat))
    .groupBy(userCourses.courseId)
  const offered = await tx
    .select({ courseId: seatOffers.courseId, seats: count() })
    .from(seatOffers)
    .where(and(inArray(seatOffers.courseId, [...ids]), isNull(seatOffers.answeredAt)))
    .groupBy(seatOffers.courseId)
  const seatsOf = (id: string) =>
    [...taken, ...offered].reduce((sum, { courseId, seats }) => sum + (courseId === id ? seats : 0), 0)
  return lockedCourses.map((course) => ({ ...course, seatsTaken: seatsOf(course.id) }))
}
export type LockedCourse = Awaited<ReturnType<typeof lockCoursesWithSeats>>[number]

/** Locks one course; undefined if it does not exist. */
export async function lockCourseWithSeats(tx: Transaction, id: string) {
  const [course] = await lockCoursesWithSeats(tx, [id])
  return course
}

/**
 * Locks live enrolments, and before them their courses: every command keeps this order.
 * @returns the enrolments that exist and have not ended, each with its person and its course, even an archived one
 */
export function lockEnrolments(tx: Transaction, ids: readonly string[]) {
  return lockEnrolmentsWhere(tx, inArray(userCourses.id, ids.filter(isId)))
}

/** As `lockEnrolments`. `condition`: on `user_courses`. */
export async function lockEnrolmentsWhere(tx: Transaction, condition: SQL | undefined) {
  const links = await tx.select({ courseId: userCourses.courseId }).from(userCourses).where(condition)
  const lockedCourses = await lockCoursesWithSeats(tx, [...new Set(links.map(({ courseId }) => courseId))])
  const rows = await tx
    .select({
      ...getTableColumns(userCourses),
      isOffered: isOffered(userCourses),
      isLastDecisionOpen,
      isCertified: hasIssuedCertificate(userCourses.id),
      email: profiles.email,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(condition, isLive))
    .orderBy(asc(userCourses.id))
    .for('update', { of: userCourses })
  return rows.flatMap((enrolment) => {
    const course = lockedCourses.find(({ id }) => id === enrolment.courseId)
    return course ? [{ ...enrolment, course }] : []
  })
}

/**
 * Locks enrolments for a move, and before them their courses and the one they move to. `to`: undefined if it does not
 * exist.
 */
export async function lockMoves(tx: Transaction, enrolmentIds: readonly string[], courseId: string) {
  const { id, courseId: fromId } = userCourses
  const hasId = inArray(id, enrolmentIds.filter(isId))
  const links = await tx.selectDistinct({ fromId }).from(userCourses).where(hasId)
  const lockedCourses = await lockCoursesWithSeats(tx, [...links.map(({ fromId }) => fromId), courseId])
  const enrolments = await lockEnrolments(tx, enrolmentIds)
  return { enrolments, to: lockedCourses.find(({ id }) => id === courseId.toLowerCase()) }
}

export type LockedEnrolment = Awaited<ReturnType<typeof lockEnrolmentsWhere>>[number]

/** Reads the state of a person's live enrolment in a course; undefined without one. `course`: its id. */
export async function stateOf(tx: Transaction, { id }: { id: string }, course: string) {
  return (await statesIn(tx, course, [{ userId: id }])).get(id)
}

/** Whether the office can still undo the end of an enrolment that a person had in a course. `course`: its id. */
export async function canEndBeUndone(tx: Transaction, { id }: { id: string }, course: string) {
  const { userId, courseId, endedAt } = userCourses
  const isUndoableEnd = and(eq(userId, id), eq(courseId, course), isNotNull(endedAt), isLastDecisionOpen)
  return (await tx.$count(userCourses, isUndoableEnd)) > 0
}

/** Reads the states of people's live enrolments in a course, by the id of the person. `course`: its id. */
export async function statesIn(tx: Transaction, course: string, people: readonly { userId: string }[]) {
  const { userId, courseId, status } = userCourses
  const ids = people.map(({ userId }) => userId)
  const rows = await tx
    .select({ userId, status })
    .from(userCourses)
    .where(and(inArray(userId, ids), eq(courseId, course), isLive))
  return new Map(rows.map((row) => [row.userId, row.status]))
}
