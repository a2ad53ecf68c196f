import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db, type Transaction } from '../database/client.server'
import { balances, userCourses } from '../database/schema'
import { toCents } from '../enrolments/dues/rules'
import { isLive } from '../enrolments/enrolments.sql'
import { type Refund, refundOf } from '../enrolments/refund.rules'
import type { EnrolmentState } from '../enrolments/rules'

/** Ids of the live enrolments of a course whose people have a live enrolment in the course with this slug too. */
export async function enrolmentsAlsoIn(_staff: Staff, courseId: string, slug: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select enrolment.id from user_courses enrolment join user_courses elsewhere on elsewhere.user_id = enrolment.user_id and elsewhere.ended_at is null
      join courses other on other.id = elsewhere.course_id and other.slug = ${slug}
    where enrolment.course_id = ${courseId} and enrolment.ended_at is null`)
  return rows.map(({ id }) => id)
}

/** The states of people who take part in an edition that is not over, or wait for an answer. */
export const INVOLVED_STATES = ['pending', 'approved', 'in_progress'] as const

/** The refund of each person who has paid and takes part or waits, if the edition were cancelled today. */
export async function refundsIfEditionCancelled(_staff: Staff, course: string): Promise<Refund[]> {
  const { courseId, status } = userCourses
  const rows = await db
    .select({ paid: balances.paid })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .where(and(eq(courseId, course), inArray(status, [...INVOLVED_STATES]), isLive, gt(balances.paid, 0)))
  // The ground 'free' retains nothing, so what is owed does not matter.
  return rows.map(({ paid }) => refundOf('free', { owed: 0, paid: toCents(paid) }))
}

/** The states of people who take part in an edition that is not over. */
export const PARTICIPANT_STATES = ['approved', 'in_progress'] as const

/** Ids of the enrolments of a course in these states that have not ended, in the order of the ids. */
export async function enrolmentsIn(
  _staff: Staff,
  course: string,
  states: readonly EnrolmentState[],
  from: Transaction | typeof db = db,
): Promise<string[]> {
  const { id, courseId, status } = userCourses
  const rows = await from
    .select({ id })
    .from(userCourses)
    .where(and(eq(courseId, course), inArray(status, [...states]), isLive))
    .orderBy(asc(id))
  return rows.map(({ id }) => id)
}
