import { and, asc, desc, eq } from 'drizzle-orm'
import { inOrderOfNames, payingCompany } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { billingDetails, courses, payments, profiles, userCourses } from '../database/schema'
import { balancesOf } from '../enrolments/dues/queries.server'
import { EMPTY_BALANCE } from '../enrolments/dues/rules'
import { enrolmentPrice, holdsSeat } from '../enrolments/enrolments.sql'
import { refundsOf } from '../enrolments/refund.queries.server'
import { isId } from '../parsing/text.rules'
import { isWithoutDues, paidCourseColumns, payerColumns, paymentColumns } from './payments.sql'

/**
 * Returns an enrolment, ended or not, with its balance and its payments, newest first; undefined for an unknown id.
 * `isWithoutDues`: it has a seat and a price, but no dues are stored; `refund`: what goes back of an ended enrolment;
 * null if it has not ended, was moved, or nothing was paid.
 */
export async function payerById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [enrolment] = await db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      ending: userCourses.ending,
      isWithoutDues,
      person: payerColumns,
      course: paidCourseColumns,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, id))
  if (!enrolment) return undefined
  const enrolmentPayments = await db
    .select(paymentColumns)
    .from(payments)
    .where(eq(payments.enrolmentId, id))
    .orderBy(desc(payments.receivedOn), desc(payments.registeredAt))
  const balance = (await balancesOf([id])).get(id) ?? EMPTY_BALANCE
  const refund = (await refundsOf([id])).get(id) ?? null
  return { ...enrolment, balance, refund, payments: enrolmentPayments }
}
export type PayerById = NonNullable<Awaited<ReturnType<typeof payerById>>>

/**
 * Lists the people with a seat in an edition who have a price, dues or payments: people who are late first, then by
 * name. `price`: in euros; `payingCompany`: null if the person pays; `isWithoutDues`: there is a price, but no
 * dues are stored.
 */
export async function payersOf(_staff: Staff, courseId: string) {
  const rows = await db
    .select({ id: userCourses.id, price: enrolmentPrice, isWithoutDues, payingCompany, person: payerColumns })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .orderBy(...inOrderOfNames, asc(userCourses.id))
  const balances = await balancesOf(rows.map(({ id }) => id))
  const payers = rows.flatMap((row) => {
    const balance = balances.get(row.id)
    return balance || row.isWithoutDues ? [{ ...row, balance: balance ?? EMPTY_BALANCE }] : []
  })
  return payers.toSorted((a, b) => Number(b.balance.late > 0) - Number(a.balance.late > 0))
}
export type Payer = Awaited<ReturnType<typeof payersOf>>[number]

/** Whether a payment or refund was ever registered in an edition. */
export async function hasPayments(_staff: Staff, courseId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .where(eq(userCourses.courseId, courseId))
    .limit(1)
  return row !== undefined
}

/**
 * Lists the payments and refunds of a person in all enrolments, the most recent day first, at most `limit`. `amount`:
 * in euros, negative for a refund; `course`: a title.
 */
export const paymentsOfPerson = (_staff: Staff, personId: string, limit: number) =>
  db
    .select({ ...paymentColumns, course: courses.title })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, personId))
    .orderBy(desc(payments.receivedOn), desc(payments.registeredAt))
    .limit(limit)
export type PersonPayment = Awaited<ReturnType<typeof paymentsOfPerson>>[number]
