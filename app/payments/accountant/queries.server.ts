import { and, asc, between, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { inOrderOfNames } from '../../accounts/people.sql'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { bankLines, billingDetails, courses, payments, profiles, userCourses } from '../../database/schema'
import { canBeUndone } from '../../enrolments/decisions.sql'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { paidCourseColumns, payerColumns } from '../payments.sql'
import { missingDetails, type PaymentPeriod } from './rules'

/** Most payments that one SQL statement reads. */
const PAYMENTS_PER_BATCH = 500

/**
 * SQL: whether a payment can no longer be taken back. Only such payments are exported, since an exported file cannot be
 * corrected.
 */
const isFinal = not(canBeUndone(payments.decisionId))

const isInPeriod = ({ from, to }: PaymentPeriod) => between(payments.receivedOn, from, to)

/**
 * Yields the payments and refunds of a period with their payer, in batches ordered by day. All ids are read first, so
 * that rows added meanwhile do not shift the batches. `balance`: the balance of the enrolment today, from all its
 * payments that can no longer be taken back; undefined where the enrolment holds no seat, since its dues then do not
 * count. `amount`: in euros.
 */
export async function* paymentsInBatches(_staff: Staff, period: PaymentPeriod) {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isInPeriod(period), isFinal))
    .orderBy(...orderOfDays)
  const ids = rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += PAYMENTS_PER_BATCH)
    yield await exportedPayments(ids.slice(start, start + PAYMENTS_PER_BATCH))
}
export type ExportedPayment = Awaited<ReturnType<typeof exportedPayments>>[number]

const orderOfDays = [asc(payments.receivedOn), asc(payments.id)]

/** Returns payments with what a row of the file needs, in the order of the file. */
async function exportedPayments(ids: string[]) {
  const rows = await db
    .select({
      enrolmentId: payments.enrolmentId,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      method: payments.method,
      bankReference: bankLines.bankReference,
      reference: userCourses.reference,
      isSeated: sql<boolean>`${holdsSeat}`,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      details: billingDetails,
      course: { ...paidCourseColumns, vatTreatment: courses.vatTreatment },
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .leftJoin(bankLines, eq(bankLines.id, payments.bankLineId))
    .where(inArray(payments.id, ids))
    .orderBy(...orderOfDays)
  const enrolments = [...new Set(rows.map(({ enrolmentId }) => enrolmentId))]
  const balances = await balancesOf(enrolments, isFinal)
  return rows.map(({ enrolmentId, isSeated, ...row }) => ({
    ...row,
    balance: isSeated ? balances.get(enrolmentId) : undefined,
  }))
}

/**
 * Counts the rows of the file of a period and sums them in euros. `undoableCount`: payments that can still be taken
 * back.
 */
export async function exportFigures(_staff: Staff, period: PaymentPeriod) {
  const [figures] = await db
    .select({
      count: sql`count(*) filter (where ${isFinal})`.mapWith(Number),
      euros: sql`coalesce(sum(${payments.amount}) filter (where ${isFinal}), 0)`.mapWith(Number),
      undoableCount: sql`count(*) filter (where not ${isFinal})`.mapWith(Number),
    })
    .from(payments)
    .where(isInPeriod(period))
  return figures ?? { count: 0, euros: 0, undoableCount: 0 }
}

/**
 * Lists the people with a payment or refund in a period whose billing details are missing or incomplete. `missing`:
 * what is missing, in words.
 */
export async function peopleWithMissingDetails(_staff: Staff, period: PaymentPeriod) {
  const rows = await db
    .select({ ...payerColumns, details: billingDetails })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(isInPeriod(period), isFinal))
    .groupBy(profiles.id, billingDetails.userId)
    .orderBy(...inOrderOfNames, asc(profiles.id))
  return rows
    .map(({ details, ...person }) => ({ ...person, missing: missingDetails(details) }))
    .filter(({ missing }) => missing.length > 0)
}
export type PersonWithMissingDetails = Awaited<ReturnType<typeof peopleWithMissingDetails>>[number]

/**
 * Lists the editions with payments in a period whose VAT treatment is not set, by title and start. `archivedAt`: set
 * for a deleted edition, which has no page.
 */
export async function editionsWithUnsetVat(_staff: Staff, period: PaymentPeriod) {
  const paidEditionIds = db
    .select({ courseId: userCourses.courseId })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .where(and(isInPeriod(period), isFinal))
  const { id, title, startDate, archivedAt } = courses
  return db
    .select({ ...paidCourseColumns, archivedAt })
    .from(courses)
    .where(and(inArray(id, paidEditionIds), isNull(courses.vatTreatment)))
    .orderBy(asc(title), asc(startDate), asc(id))
}
export type EditionWithUnsetVat = Awaited<ReturnType<typeof editionsWithUnsetVat>>[number]
