import { and, eq, gt } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import type { VatTreatment } from '../../courses/vat.rules'
import { db } from '../../database/client.server'
import { billingDetails, courses, payments, profiles, userCourses } from '../../database/schema'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { creditorReference, spacedReference } from '../../enrolments/dues/reference.rules'
import { toCents } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import type { ReceiptFacts } from '../../papers/rules'
import { isId } from '../../parsing/text.rules'
import { withEdition } from '../../ui/edition'
import { taxOf } from '../accountant/rules'
import { METHOD_IN_WORDS } from '../rules'

/**
 * Returns the facts on the receipt of a payment and the e-mail of its person; undefined for a refund or an unknown id.
 */
export async function receiptOf(_staff: Staff, paymentId: string) {
  if (!isId(paymentId)) return undefined
  const [payment] = await db
    .select({
      enrolmentId: payments.enrolmentId,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      method: payments.method,
      reference: userCourses.reference,
      isSeated: holdsSeat,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      details: billingDetails,
      course: courses,
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(eq(payments.id, paymentId), gt(payments.amount, 0)))
  if (!payment) return undefined
  const { enrolmentId, amount, receivedOn, method, reference, details, course } = payment
  const participant = `${payment.firstName} ${payment.lastName}`
  const cents = toCents(amount)
  const balance = payment.isSeated ? (await balancesOf([enrolmentId])).get(enrolmentId) : undefined
  const facts: ReceiptFacts = {
    reference: spacedReference(creditorReference(reference)),
    payer: payerOf(details, participant),
    participant,
    course: withEdition(course),
    cents,
    receivedOn,
    means: METHOD_IN_WORDS[method],
    open: balance ? balance.open : null,
    stamp: stampOf(course.vatTreatment, cents),
    printedAt: new Date(),
  }
  return { facts, enrolmentId, email: payment.email }
}

/** Returns to whom the receipt is made out: as the billing details say, or the participant where there are none. */
function payerOf(
  details: typeof billingDetails.$inferSelect | null,
  participant: string,
): ReceiptFacts['payer'] {
  if (!details) return { name: participant, codes: [], address: '' }
  const { name, taxCode, vatNumber, street, postcode, town, province, country } = details
  const townLine = [postcode, town, province && `(${province})`].filter(Boolean).join(' ')
  return {
    name,
    codes: [vatNumber ? `P. IVA ${vatNumber}` : '', taxCode ? `C.F. ${taxCode}` : ''].filter(Boolean),
    address: [street, townLine, country === 'IT' ? '' : country].filter(Boolean).join(', '),
  }
}

/**
 * Says whether a receipt needs a revenue stamp: 'taxed' with VAT (no stamp), 'due' for an exempt payment that needs
 * one, 'free' for one that does not; 'unknown' until the office says how the edition is taxed.
 */
function stampOf(treatment: VatTreatment | null, cents: number): ReceiptFacts['stamp'] {
  if (!treatment) return 'unknown'
  if (treatment === 'ordinary') return 'taxed'
  return taxOf(treatment, cents).stamp > 0 ? 'due' : 'free'
}
