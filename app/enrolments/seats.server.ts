import { and, asc, count, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db, type Transaction } from '../database/client.server'
import { courses, holdsSeat, userCourses } from '../database/schema'

/**
 * Holds courses until the transaction ends, in the order of their ids: people who want the same ones cannot wait for
 * each other in a circle. Everybody who adds people to a course, or gives them seats, does this first: so what they
 * then read about it is still true when they write.
 * @returns those that there are, deleted ones included, with the seats that are taken
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
  // A statement that waits for a lock still sees the seats as they were before it waited: this one does not wait.
  const taken = await tx
    .select({ courseId: userCourses.courseId, seats: count() })
    .from(userCourses)
    .where(and(inArray(userCourses.courseId, [...ids]), holdsSeat))
    .groupBy(userCourses.courseId)
  const seats = new Map(taken.map(({ courseId, seats }) => [courseId, seats]))
  return held.map((course) => ({ ...course, seatsTaken: seats.get(course.id) ?? 0 }))
}
export type LockedCourse = Awaited<ReturnType<typeof lockCourses>>[number]

/** What e-mails tell of courses; read before the lock, since rendering takes time. */
export async function emailFacts(ids: readonly string[]) {
  const { id, title, startDate, location, modalita } = courses
  return db
    .select({ id, title, startDate, location, modalita })
    .from(courses)
    .where(inArray(id, [...ids]))
}

/** One course, held as above; undefined when there is none. */
export async function lockCourse(tx: Transaction, id: string): Promise<LockedCourse | undefined> {
  const [course] = await lockCourses(tx, [id])
  return course
}

/**
 * The enrolment ends with the account of its owner: a request, or a seat in a course that has not begun on `day`
 * (YYYY-MM-DD), which somebody else may take. To be asked of enrolments joined with their courses.
 */
export const endsWithOwner = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )

/** The columns of an enrolment that is neither approved nor rejected. */
export const UNDECIDED = {
  approvedAt: null,
  approvedBy: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectReason: null,
}

/** The columns of an approval. */
export const approvedBy = ({ id }: Admin) => ({ ...UNDECIDED, approvedAt: sql`now()`, approvedBy: id })

/** The columns of a rejection. */
export const rejectedBy = ({ id }: Admin, reason?: string) => ({
  ...UNDECIDED,
  rejectedAt: sql`now()`,
  rejectedBy: id,
  rejectReason: reason ?? null,
})
