import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import { payments } from '../database/schema'
import { enqueueEmailsAbout, type OpenDecision, saveNotifiedEnrolments } from '../enrolments/decision.server'
import { toEuros } from '../enrolments/dues/rules'
import { dropUnsentReminders } from '../enrolments/unsent-emails.server'
import type { RenderedEmail } from '../mail/outbox.server'
import type { TypedPayment } from './rules'

/** A payment to store. `email`: the one about it; `bankLineId`: the line of a statement that it comes from. */
type NewPayment = {
  id: string
  enrolment: { id: string; email: string; course: string }
  payment: TypedPayment
  email: RenderedEmail | undefined
  bankLineId?: string
}

/**
 * Stores payments of locked enrolments with their log entries and e-mails. Drops reminders that wait, unless money goes
 * back.
 */
export async function insertPayments(
  tx: Transaction,
  staff: Staff,
  decision: OpenDecision,
  newPayments: readonly NewPayment[],
) {
  const idsOf = (rows: readonly NewPayment[]) => [...new Set(rows.map(({ enrolment }) => enrolment.id))]
  await saveNotifiedEnrolments(tx, decision, idsOf(newPayments))
  await dropUnsentReminders(tx, staff, idsOf(newPayments.filter(({ payment }) => payment.cents > 0)))
  await tx.insert(payments).values(
    newPayments.map(({ id, enrolment, bankLineId, payment: { cents, ...payment } }) => ({
      ...payment,
      id,
      enrolmentId: enrolment.id,
      amount: toEuros(cents),
      registeredBy: staff.id,
      bankLineId,
      decisionId: decision.id,
    })),
  )
  for (const { email, enrolment } of newPayments)
    if (email) await enqueueEmailsAbout(tx, new Map([[enrolment.id, email]]), [enrolment], decision)
  const entries = newPayments.map(({ id, enrolment, payment: { cents, receivedOn, method } }) => ({
    action: 'create' as const,
    entity: 'payments' as const,
    id,
    details: {
      amount: toEuros(cents),
      receivedOn,
      method,
      course: enrolment.course,
      email: enrolment.email,
    },
  }))
  await record(tx, staff, entries)
}
