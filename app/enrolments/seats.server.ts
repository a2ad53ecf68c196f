import { and, asc, count, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { isOffered } from '../courses/seats.sql'
import type { Transaction } from '../database/client.server'
import { courses, payments, profiles, seatOffers, userCourses } from '../database/schema'
import { isId } from '../parsing/text.rules'
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
  // A separate statement: one that waited for the lock would see the seats from before.
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
  const known = inArray(userCourses.id, ids.filter(isId))
  const links = await tx.select({ courseId: userCourses.courseId }).from(userCourses).where(known)
  const lockedCourses = await lockCoursesWithSeats(tx, [...new Set(links.map(({ courseId }) => courseId))])
  const { id, userId, courseId, status, requestedAt, waitingSince, admittedAt, priority, moveReason } =
    userCourses
  const { reference } = userCourses
  const { email, firstName, lastName } = profiles
  const facts = {
    status,
    reference,
    requestedAt,
    waitingSince,
    admittedAt,
    priority,
    moveReason,
    isOffered: isOffered(userCourses),
  }
  const rows = await tx
    .select({ id, userId, courseId, ...facts, email, firstName, lastName })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(known, isLive))
    .orderBy(asc(id))
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
  const known = inArray(id, enrolmentIds.filter(isId))
  const links = await tx.selectDistinct({ fromId }).from(userCourses).where(known)
  const lockedCourses = await lockCoursesWithSeats(tx, [...links.map(({ fromId }) => fromId), courseId])
  const enrolments = await lockEnrolments(tx, enrolmentIds)
  return { enrolments, to: lockedCourses.find(({ id }) => id === courseId.toLowerCase()) }
}

export type LockedEnrolment = Awaited<ReturnType<typeof lockEnrolments>>[number]

/** The state of a person's live enrolment in a course, in this transaction; undefined without one. */
export async function stateOf(tx: Transaction, person: { id: string }, course: string) {
  const { userId, courseId, status } = userCourses
  const [row] = await tx
    .select({ status })
    .from(userCourses)
    .where(and(eq(userId, person.id), eq(courseId, course), isLive))
  return row?.status
}

/** The states of people's live enrolments in a course, by the id of the person, in this transaction. */
export async function statesIn(tx: Transaction, course: string, people: readonly { userId: string }[]) {
  const { userId, courseId, status } = userCourses
  const ids = people.map(({ userId }) => userId)
  const rows = await tx
    .select({ userId, status })
    .from(userCourses)
    .where(and(inArray(userId, ids), eq(courseId, course), isLive))
  return new Map(rows.map((row) => [row.userId, row.status]))
}

/**
 * Whether an enrolment is deleted with the account of its person: it holds no seat, or an approved one of a course
 * that has no start or starts after `day` (YYYY-MM-DD), and it has no payments, refunded ones included. For queries
 * that join `courses`.
 */
export const isDeletedWithAccount = (day: string) => and(isUnseatedOrBeforeStart(day), not(hasPayments))

/**
 * Whether an enrolment is ended, but kept for the accounts of the company, when the account of its person is deleted:
 * it holds an approved seat of a course that has no start or starts after `day` (YYYY-MM-DD), and it has payments. For
 * queries that join `courses`.
 */
export const isPaidBeforeStart = (day: string) => and(holdsSeat, isUnseatedOrBeforeStart(day), hasPayments)

const hasPayments = sql`exists (select from ${payments} as paid where paid.enrolment_id = ${userCourses}.id)`

/** Whether an enrolment holds no seat, or an approved one of a course that has no start or starts after `day`. */
const isUnseatedOrBeforeStart = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )

/** Columns of an enrolment that is neither approved nor rejected. */
export const UNDECIDED_COLUMNS = {
  approvedAt: null,
  approvedBy: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectReason: null,
}

/** Columns of an enrolment that a person approves now. */
export const approvalColumns = ({ id }: { id: string }) => ({
  ...UNDECIDED_COLUMNS,
  approvedAt: sql`now()`,
  approvedBy: id,
})

/** Columns of a request that a member of staff rejects now. */
export const rejectionColumns = ({ id }: Staff, reason?: string) => ({
  ...UNDECIDED_COLUMNS,
  rejectedAt: sql`now()`,
  rejectedBy: id,
  rejectReason: reason ?? null,
})

/**
 * Columns of a request that a member of staff admits to the waiting list now: at its end, or in the place that it has.
 */
export const admissionColumns = ({ id }: Staff) => ({
  admittedAt: sql`now()`,
  admittedBy: id,
  waitingSince: sql`coalesce(${userCourses.waitingSince}, now())`,
})
