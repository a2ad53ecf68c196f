import { eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { decisions, paymentReminders } from '../../database/schema'
import { enqueueEmailsAbout, openDecision, renderEach, saveNotified } from '../../enrolments/decision.server'
import { toEuros } from '../../enrolments/dues/rules'
import { ENROLMENTS_AT_ONCE } from '../../enrolments/rules'
import { lockEnrolments } from '../../enrolments/seats.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { type Outcome, refuse } from '../../runtime/outcome.rules'
import { paymentReminder } from './emails'
import { type PayerToRemind, payersToRemind } from './queries.server'
import { type Reminder, type RemindersRefusal, reminderByHand, writeReminder } from './rules'

export type RemindedPayer = PayerToRemind & { reminder: Reminder }

/**
 * Reminds people of what they are to pay, in one decision. Whoever would get another reminder than the page has shown gets
 * none: they have paid, or a colleague has reminded them.
 * @param shown what `writeReminder` has written for each
 * @param key of the form, so that a form sent twice reminds once
 */
export async function remindPayers(
  staff: Staff,
  shown: readonly string[],
  key: string,
): Promise<Outcome<RemindersRefusal, { decision: string; notified: number }>> {
  const ids = shown.map((text) => text.split(' ')[0] ?? '').filter(isId)
  if (!isId(key) || ids.length === 0) return refuse('unknown')
  if (ids.length > ENROLMENTS_AT_ONCE) return refuse('too-many')
  const emails = await renderReminders(remindedByHand(await payersToRemind(ids), shown))
  return inTransaction(async (tx) => {
    const enrolments = await lockEnrolments(tx, ids)
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const payers = remindedByHand(await payersToRemind(ids, tx), shown).filter(({ id }) => emails.has(id))
    if (payers.length === 0) return refuse('none')
    const decision = await openDecision(tx, staff, 'reminder', { key })
    await saveNotified(
      tx,
      decision,
      payers.map(({ id }) => id),
    )
    await insertReminders(tx, payers, decision.id)
    const recipients = enrolments.filter(({ id }) => payers.some((payer) => payer.id === id))
    const notified = await enqueueEmailsAbout(tx, emails, recipients, decision)
    await record(tx, staff, payers.map(entryAbout))
    return { ok: true, decision: decision.id, notified }
  })
}

function remindedByHand(payers: readonly PayerToRemind[], shown: readonly string[]): RemindedPayer[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderByHand(payer.facts, day)
    return reminder.ok && shown.includes(writeReminder(payer.id, reminder)) ? [{ ...payer, reminder }] : []
  })
}

/** Each reminder of a due has one row. */
async function insertReminders(tx: Transaction, payers: readonly RemindedPayer[], decisionId?: string) {
  await tx.insert(paymentReminders).values(
    payers.map(({ id, reminder: { kind, due } }) => ({
      enrolmentId: id,
      number: due.number,
      kind,
      decisionId,
    })),
  )
}

function renderReminders(payers: readonly RemindedPayer[]) {
  const day = today()
  return renderEach(
    payers.map(({ id }) => id),
    (facts, id) => {
      const payer = payers.find((payer) => payer.id === id)
      if (!payer) throw new Error(`No reminder for the enrolment ${id}`)
      const { reminder } = payer
      return paymentReminder(facts, id, { reminder, balance: payer.facts.balance, day }, env.officeEmail)
    },
  )
}

const entryAbout = ({ id, course, person, reminder: { kind, due } }: RemindedPayer) => ({
  action: 'update' as const,
  entity: 'user_courses' as const,
  id,
  details: {
    paymentReminder: kind,
    amount: toEuros(due.open),
    course: course.title,
    email: person.email,
  },
})
