import { and, desc, eq } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, payments, profiles, userCourses } from '../database/schema'
import { openDecision } from '../enrolments/decision.server'
import { balancesOf } from '../enrolments/dues/queries.server'
import { EMPTY_BALANCE } from '../enrolments/dues/rules'
import { renderPaymentEmail } from '../enrolments/payment-emails.server'
import { lockCourseWithSeats } from '../enrolments/seats.server'
import { isId } from '../parsing/text.rules'
import { refuse } from '../runtime/outcome.rules'
import { insertPayments } from './payments.server'
import { isWithoutDues } from './payments.sql'
import {
  type LatestPayment,
  mayRegisterPayment,
  type PaymentOutcome,
  paymentObstacle,
  type SeenPayments,
  type TypedPayment,
} from './rules'

/**
 * Registers a payment or refund (negative) for an enrolment that has, or had, a seat. The person gets an e-mail once
 * the payment can no longer be taken back.
 * @param form `key`: made once for each opened form, so that a form sent twice is one payment
 */
export async function registerPayment(
  staff: Staff,
  enrolmentId: string,
  payment: TypedPayment,
  form: SeenPayments & { key: string },
): Promise<PaymentOutcome<{ decision: string }>> {
  if (!isId(enrolmentId) || !isId(form.key)) return refuse('unknown')
  const email = await renderPaymentEmail(enrolmentId, payment)
  return inTransaction(async (tx) => {
    const enrolment = await lockPayer(tx, enrolmentId)
    if (!enrolment) return refuse('unknown')
    const obstacle = paymentObstacle(enrolment)
    if (obstacle) return refuse(obstacle)
    if ((await tx.$count(payments, eq(payments.id, form.key))) > 0) return refuse('sent-twice')
    const balance = (await balancesOf([enrolmentId], undefined, tx)).get(enrolmentId) ?? EMPTY_BALANCE
    const allowed = mayRegisterPayment(payment, { ...balance, hasEnded: enrolment.ending !== null }, form)
    if (!allowed.ok)
      return allowed.refusal === 'meanwhile'
        ? refuse('meanwhile', {
            latestPayment: await latestPayment(tx, enrolmentId, balance.paid - form.seenPaid),
          })
        : allowed

    const decision = await openDecision(tx, staff, 'payment')
    await insertPayments(tx, staff, decision, [{ id: form.key, enrolment, payment, email }])
    return { ok: true, decision: decision.id }
  })
}

/**
 * Locks the course of an enrolment, then the enrolment, ended or not: every command locks in this order. Returns what a
 * payment needs to know of it; undefined for an unknown id.
 */
async function lockPayer(tx: Transaction, id: string) {
  const [unlockedEnrolment] = await tx
    .select({ courseId: userCourses.courseId })
    .from(userCourses)
    .where(eq(userCourses.id, id))
  if (!unlockedEnrolment) return undefined
  await lockCourseWithSeats(tx, unlockedEnrolment.courseId)
  const [enrolment] = await tx
    .select({
      id: userCourses.id,
      status: userCourses.status,
      ending: userCourses.ending,
      isWithoutDues,
      course: courses.title,
      email: profiles.email,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.id, id), eq(userCourses.courseId, unlockedEnrolment.courseId)))
    .for('update', { of: userCourses })
  return enrolment
}

/**
 * Returns the payment or refund that was registered last for an enrolment. `change`: the cents by which what is paid
 * has changed since the form was opened. Null if there is none, or it cannot explain the change: what is paid rose
 * though it is a refund, or fell though it is a payment, because something was taken back.
 */
async function latestPayment(
  tx: Transaction,
  enrolmentId: string,
  change: number,
): Promise<LatestPayment | null> {
  const { firstName, lastName } = profiles
  const [row] = await tx
    .select({ amount: payments.amount, at: payments.registeredAt, firstName, lastName })
    .from(payments)
    .leftJoin(profiles, eq(profiles.id, payments.registeredBy))
    .where(eq(payments.enrolmentId, enrolmentId))
    .orderBy(desc(payments.registeredAt))
    .limit(1)
  if (!row || row.amount > 0 !== change > 0) return null
  return { amount: row.amount, at: row.at, by: row.firstName && `${row.firstName} ${row.lastName}` }
}
