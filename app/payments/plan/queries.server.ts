import { and, eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { isSeated } from '../../courses/seats.rules'
import { type Database, db } from '../../database/client.server'
import { courses, userCourses } from '../../database/schema'
import { isLastDecisionOpen } from '../../enrolments/decisions.sql'
import { dueColumns, duesFrom } from '../../enrolments/dues/dues.server'
import { balancesOf, duesOf } from '../../enrolments/dues/queries.server'
import { balanceOf } from '../../enrolments/dues/rules'
import { enrolmentPrice, isLive } from '../../enrolments/enrolments.sql'
import { today } from '../../runtime/clock'
import { payerById } from '../queries.server'
import type { StoredPlan } from './rules'

/** Returns the plan of an enrolment with the sum of its payments; undefined for an unknown or ended enrolment. */
export async function storedPlanOf(
  enrolmentId: string,
  from: Database = db,
): Promise<StoredPlan | undefined> {
  const [row] = await from
    .select({ price: enrolmentPrice, reason: userCourses.priceReason, status: userCourses.status })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.id, enrolmentId), isLive))
  if (!row) return undefined
  const dues = (await duesOf([enrolmentId], from)).get(enrolmentId) ?? []
  const paid = (await balancesOf([enrolmentId], undefined, from)).get(enrolmentId)?.paid ?? 0
  return { ...row, dues, paid }
}

/**
 * Returns an enrolment with its plan; undefined for an unknown or ended one. `preparedBalance`: the balance with the
 * dues of the form: the stored ones, else those that the course would give today; `isWithoutDues`: it has a seat, but
 * no dues are stored; `hasWaitingEmail`: the e-mail of its last decision may not have left yet.
 */
export async function planById(staff: Staff, enrolmentId: string) {
  const payer = await payerById(staff, enrolmentId)
  const storedPlan = payer && (await storedPlanOf(enrolmentId))
  if (!payer || !storedPlan) return undefined
  const [row] = await db
    .select({ course: dueColumns, hasWaitingEmail: isLastDecisionOpen })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, enrolmentId))
  if (!row) return undefined
  const isWithoutDues = isSeated(storedPlan.status) && storedPlan.dues.length === 0
  const dues = isWithoutDues ? duesFrom(today(), storedPlan.price, row.course) : storedPlan.dues
  return {
    payer,
    storedPlan,
    isWithoutDues,
    preparedBalance: balanceOf(dues, [{ cents: storedPlan.paid }], today()),
    coursePrice: row.course.price,
    hasWaitingEmail: row.hasWaitingEmail,
  }
}
