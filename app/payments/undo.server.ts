import { and, asc, eq, exists, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { type Database, db, type Transaction } from '../database/client.server'
import {
  bankLines,
  courses,
  decisions,
  outgoingMail,
  payments,
  profiles,
  userCourses,
} from '../database/schema'
import { canBeUndone } from '../enrolments/decisions.sql'
import { toCents } from '../enrolments/dues/rules'
import { dropUnsentEmails } from '../enrolments/unsent-emails.server'
import { enqueueEmail, type RenderedEmail } from '../mail/outbox.server'
import { renderPaymentEmail } from './payment-email.server'

/**
 * Waiting e-mails about other payments of the enrolments that a decision has paid, by payment. `paymentIds`: all other
 * payments of these enrolments, which the e-mails count.
 */
type OtherPaymentEmails = { paymentIds: string[]; emails: ReadonlyMap<string, RenderedEmail> }

/**
 * Renders the waiting e-mails about other payments of the enrolments that a decision has paid, as if the decision had
 * not been made, before any lock is taken.
 */
export async function renderOtherPaymentEmails(decisionId: string): Promise<OtherPaymentEmails> {
  const emails = new Map<string, RenderedEmail>()
  const paymentIds = await otherPaymentIds(db, decisionId)
  for (const { id, enrolmentId, amount, ...payment } of await otherWaitingPayments(db, decisionId)) {
    const earlierPayments = sql`${payments.decisionId} is distinct from ${decisionId}
      and (${payments.registeredAt}, ${payments.id}) < (select payment.registered_at, payment.id from ${payments} as payment where payment.id = ${id})`
    const email = await renderPaymentEmail(
      enrolmentId,
      { ...payment, cents: toCents(amount) },
      earlierPayments,
    )
    if (email) emails.set(id, email)
  }
  return { paymentIds, emails }
}

/** Selects the enrolments that a decision has paid. */
const paidEnrolments = (from: Database, decisionId: string) =>
  from.select({ enrolmentId: payments.enrolmentId }).from(payments).where(eq(payments.decisionId, decisionId))

/** Returns the ids of all other payments of the enrolments that a decision has paid. */
async function otherPaymentIds(from: Database, decisionId: string) {
  const { id, enrolmentId } = payments
  const rows = await from
    .select({ id })
    .from(payments)
    .where(
      and(
        inArray(enrolmentId, paidEnrolments(from, decisionId)),
        sql`${payments.decisionId} is distinct from ${decisionId}`,
      ),
    )
    .orderBy(asc(id))
  return rows.map(({ id }) => id)
}

/** Returns the other payments of the enrolments that a decision has paid whose e-mails still wait, oldest first. */
async function otherWaitingPayments(from: Database, decisionId: string) {
  const { id, enrolmentId, amount, receivedOn, method, note } = payments
  const waitingEmails = from
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(
      and(
        eq(outgoingMail.decisionId, payments.decisionId),
        eq(outgoingMail.kind, 'payment-received'),
        isNull(outgoingMail.sentAt),
        sql`position(${enrolmentId}::text in ${outgoingMail}.html) > 0`,
      ),
    )
  return from
    .select({
      id,
      enrolmentId,
      amount,
      receivedOn,
      method,
      note,
      decision: { id: decisions.id, heldUntil: decisions.heldUntil },
      email: profiles.email,
    })
    .from(payments)
    .innerJoin(decisions, eq(decisions.id, payments.decisionId))
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(
      and(
        inArray(enrolmentId, paidEnrolments(from, decisionId)),
        ne(payments.decisionId, decisionId),
        gt(amount, 0),
        canBeUndone(payments.decisionId),
        exists(waitingEmails),
      ),
    )
    .orderBy(asc(payments.registeredAt), asc(id))
}

/**
 * Replaces the waiting e-mails about other payments of the enrolments that a decision has paid, because they count its
 * payments too. `emails`: of `renderOtherPaymentEmails`.
 */
async function replaceOtherPaymentEmails(
  tx: Transaction,
  decisionId: string,
  emails: ReadonlyMap<string, RenderedEmail>,
) {
  const waitingPayments = await otherWaitingPayments(tx, decisionId)
  if (waitingPayments.length === 0) return
  await dropUnsentEmails(
    tx,
    waitingPayments.map(({ enrolmentId }) => enrolmentId),
    ['payment-received'],
  )
  for (const { id, decision, email: address } of waitingPayments) {
    const email = emails.get(id)
    if (email && !isDeletedAccount(address)) await enqueueEmail(tx, email, decision)
  }
}

/**
 * Deletes the payments of a decision that is undone, and the statement lines that they came from.
 * `otherPaymentEmails`: of `renderOtherPaymentEmails`; they replace those that count these payments.
 * @returns false, without any change, if other payments of the enrolments were registered or taken back since
 */
export async function withdrawPayments(
  tx: Transaction,
  staff: Staff,
  decisionId: string,
  { paymentIds, emails }: OtherPaymentEmails,
): Promise<boolean> {
  const paymentIdsNow = await otherPaymentIds(tx, decisionId)
  if (paymentIdsNow.join() !== paymentIds.join()) return false
  await replaceOtherPaymentEmails(tx, decisionId, emails)
  const columns = {
    id: payments.id,
    amount: payments.amount,
    receivedOn: payments.receivedOn,
    lineId: payments.bankLineId,
    course: courses.title,
    email: profiles.email,
  }
  const rows = await tx
    .select(columns)
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(payments.decisionId, decisionId))
  await tx.delete(payments).where(eq(payments.decisionId, decisionId))
  const lineIds = rows.flatMap(({ lineId }) => lineId ?? [])
  if (lineIds.length > 0) await tx.delete(bankLines).where(inArray(bankLines.id, lineIds))
  const entries = rows.map(({ id, amount, receivedOn, course, email }) => ({
    action: 'delete' as const,
    entity: 'payments' as const,
    id,
    details: { undone: true, amount, receivedOn, course, email },
  }))
  await record(tx, staff, entries)
  return true
}
