import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { isSeated } from '../../courses/seats.rules'
import { type Database, db, inTransaction } from '../../database/client.server'
import { bankLines, courses, userCourses } from '../../database/schema'
import { openDecision } from '../../enrolments/decision.server'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { balanceOf, toEuros } from '../../enrolments/dues/rules'
import { enrolmentFacts } from '../../enrolments/emails.queries.server'
import { paymentRegistered } from '../../enrolments/payment.emails'
import { lockEnrolments } from '../../enrolments/seats.server'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { today } from '../../runtime/clock'
import { type Outcome, refuse } from '../../runtime/outcome.rules'
import { insertPayments } from '../payments.server'
import { isWithoutDues } from '../payments.sql'
import type { TypedPayment } from '../rules'
import type { Booking } from './form.rules'
import { registeredLineKeys } from './queries.server'
import { type CountedLine, lineKey, type StatementRefusal } from './rules'

/**
 * What became of the lines of a statement. `registeredCount`: how many became payments; `registeredBeforeCount`: how
 * many were skipped because they had been registered before. `decision` is absent if all were skipped.
 */
export type RegisteredStatement = {
  decision?: string
  registeredCount: number
  registeredBeforeCount: number
}

/**
 * Registers lines of a bank statement as payments, in one decision. Each person gets an e-mail once the payment can no
 * longer be taken back. Lines that were registered before are skipped, so a statement can be read again.
 * @param account IBAN that the statement names; '' if it names none
 * @returns a refusal registers nothing and names the `references` concerned
 */
export async function registerStatement(
  staff: Staff,
  account: string,
  bookings: readonly Booking[],
): Promise<Outcome<StatementRefusal, RegisteredStatement, { references: number[] }>> {
  const day = today()
  const futureReferences = bookings.filter(({ line }) => line.day > day).map(({ reference }) => reference)
  if (futureReferences.length > 0) return refuse('future-day', { references: futureReferences })
  const emails = await renderPaymentEmails(bookings)
  return inTransaction(async (tx) => {
    // One statement at a time: two that overlap would register the same line twice.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bank lines'))`)
    const ids = await enrolmentIdsOfBookings(tx, bookings)
    const seatedEnrolments = (await lockEnrolments(tx, ids)).filter(({ status }) => isSeated(status))
    const enrolments = new Map(seatedEnrolments.map((row) => [row.reference, row]))
    const unknownReferences = bookings
      .map(({ reference }) => reference)
      .filter((number) => !enrolments.has(number))
    if (unknownReferences.length > 0) return refuse('unknown-reference', { references: unknownReferences })
    const enrolmentsWithoutDues = await tx
      .select({ reference: userCourses.reference })
      .from(userCourses)
      .innerJoin(courses, eq(courses.id, userCourses.courseId))
      .where(and(inArray(userCourses.id, ids), isWithoutDues))
    if (enrolmentsWithoutDues.length > 0)
      return refuse('without-dues', { references: enrolmentsWithoutDues.map(({ reference }) => reference) })

    const registeredKeys = await registeredLineKeys(
      tx,
      account,
      bookings.map(({ line }) => line),
    )
    const newBookings = bookings.filter(({ line }) => !registeredKeys.has(lineKey(line)))
    const registeredBeforeCount = bookings.length - newBookings.length
    if (newBookings.length === 0) return { ok: true, registeredCount: 0, registeredBeforeCount }
    const decision = await openDecision(tx, staff, 'payment')
    const newLines = newBookings.map(({ line: { day, cents, text, bankReference, ordinal } }) => ({
      id: randomUUID(),
      account,
      bookedOn: day,
      amount: toEuros(cents),
      text,
      bankReference,
      ordinal,
    }))
    await tx.insert(bankLines).values(newLines)
    const newPayments = newBookings.flatMap((booking, index) => {
      const enrolment = enrolments.get(booking.reference)
      const ids = { id: randomUUID(), bankLineId: newLines[index]?.id }
      return enrolment
        ? [
            {
              ...ids,
              enrolment: { ...enrolment, course: enrolment.course.title },
              payment: transferOf(booking.line),
              email: emails.get(booking),
            },
          ]
        : []
    })
    await insertPayments(tx, staff, decision, newPayments)
    return { ok: true, decision: decision.id, registeredCount: newPayments.length, registeredBeforeCount }
  })
}

/** The payment that a line becomes. */
const transferOf = ({ cents, day }: CountedLine): TypedPayment => ({
  cents,
  receivedOn: day,
  method: 'transfer',
  note: null,
})

/**
 * Renders the e-mail about each payment before any lock is taken. The balance in it includes the earlier lines that pay
 * the same enrolment.
 */
async function renderPaymentEmails(bookings: readonly Booking[]): Promise<Map<Booking, RenderedEmail>> {
  const ids = await enrolmentIdsOfBookings(db, bookings)
  const facts = new Map((await enrolmentFacts(ids)).map((row) => [row.reference, row]))
  const balances = await balancesOf(ids)
  const paidByEnrolment = new Map<string, number>()
  const emails = new Map<Booking, RenderedEmail>()
  for (const booking of bookings) {
    const { reference, line } = booking
    const enrolment = facts.get(reference)
    if (!enrolment) continue
    const { id, ...emailFacts } = enrolment
    const balanceBefore = balances.get(id)
    const paidSoFar = (paidByEnrolment.get(id) ?? balanceBefore?.paid ?? 0) + line.cents
    paidByEnrolment.set(id, paidSoFar)
    const balance = balanceOf(balanceBefore?.dues ?? [], [{ cents: paidSoFar }], today())
    emails.set(booking, await renderEmail(paymentRegistered(emailFacts, id, transferOf(line), { balance })))
  }
  return emails
}

/** Returns the ids of the enrolments whose references the bookings name, ended ones included. */
async function enrolmentIdsOfBookings(from: Database, bookings: readonly Booking[]): Promise<string[]> {
  const references = [...new Set(bookings.map(({ reference }) => reference))]
  const rows = await from
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(inArray(userCourses.reference, references))
  return rows.map(({ id }) => id)
}
