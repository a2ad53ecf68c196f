import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'
import { isOffered } from '../courses/seats.sql'
import type { Transaction } from '../database/client.server'
import { courses, profiles, seatOffers, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
import { isLastDecisionOpen } from './decisions.sql'
import { holdsSeat, isLive } from './enrolments.sql'

/**
 * Locks courses in the order of their ids, which prevents deadlocks. Every command that creates an enrolment or gives
 * a seat calls this first.
 * @returns the courses that exist, archived ones included. `seatsTaken`: seats of enrolments and open offers
 */
export async function lockCoursesWithSeats(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return []
  const lockedCourses = await tx
    .select({
      id: courses.id,
      title: courses.title,
      format: courses.format,
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
      price: courses.price,
      priceEarlyBird: courses.priceEarlyBird,
      earlyBirdUntil: courses.earlyBirdUntil,
    })
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
export async function lockCourseWithSeats(tx: Transaction, id: string): Promise<LockedCourse | undefined> {
  const [course] = await lockCoursesWithSeats(tx, [id])
  return course
}

/**
 * Locks live enrolments, and before them their courses: every command keeps this order.
 * @returns the enrolments that exist and have not ended, each with its person and its course, even an archived one
 */
export async function lockEnrolments(tx: Transaction, ids: readonly string[]) {
  const hasId = inArray(userCourses.id, ids.filter(isId))
  const links = await tx.select({ courseId: userCourses.courseId }).from(userCourses).where(hasId)
  const lockedCourses = await lockCoursesWithSeats(tx, [...new Set(links.map(({ courseId }) => courseId))])
  const rows = await tx
    .select({
      id: userCourses.id,
      userId: userCourses.userId,
      courseId: userCourses.courseId,
      status: userCourses.status,
      reference: userCourses.reference,
      requestedAt: userCourses.requestedAt,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      priority: userCourses.priority,
      moveReason: userCourses.moveReason,
      isOffered: isOffered(userCourses),
      isLastDecisionOpen,
      email: profiles.email,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(hasId, isLive))
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

export type LockedEnrolment = Awaited<ReturnType<typeof lockEnrolments>>[number]

/** Reads the state of a person's live enrolment in a course; undefined without one. `course`: its id. */
export async function stateOf(tx: Transaction, person: { id: string }, course: string) {
  const { userId, courseId, status } = userCourses
  const [row] = await tx
    .select({ status })
    .from(userCourses)
    .where(and(eq(userId, person.id), eq(courseId, course), isLive))
  return row?.status
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
