import { and, asc, between, eq, gt, notExists, or, sql } from 'drizzle-orm'
import type { Staff, System } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { decisions, dues, paymentReminders, userCourses } from '../../database/schema'
import {
  enqueueEmailsAbout,
  type OpenDecision,
  openDecision,
  renderEach,
  saveNotified,
} from '../../enrolments/decision.server'
import { toEuros } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { ENROLMENTS_AT_ONCE } from '../../enrolments/rules'
import { lockEnrolments } from '../../enrolments/seats.server'
import type { RenderedEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { addUp } from '../../runtime/add-up'
import { isDaytime, today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { type Outcome, refuse } from '../../runtime/outcome.rules'
import { siteSettings } from '../../site/settings'
import { paymentReminder } from './emails'
import { type PayerToRemind, payersToRemind } from './queries.server'
import {
  type DueReminder,
  dueDaysOn,
  type RemindersRefusal,
  reminderByHand,
  reminderOfSchedule,
  writeReminder,
} from './rules'

type RemindedPayer = PayerToRemind & { reminder: DueReminder }

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
    await lockEnrolments(tx, ids)
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const payers = remindedByHand(await payersToRemind(ids, tx), shown).filter(({ id }) => emails.has(id))
    if (payers.length === 0) return refuse('none')
    const decision = await openDecision(tx, staff, 'reminder', { key })
    await saveNotified(
      tx,
      decision,
      payers.map(({ id }) => id),
    )
    const notified = await insertReminders(tx, staff, payers, emails, decision)
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

/** Enrolments of one transaction. */
const AT_ONCE = 100

/**
 * Reminds people of what is due soon, or was due a week ago, each due once: by day, once the office has turned it on. The
 * second reminder is always chosen by a person.
 * @returns how many
 */
export async function sendPaymentReminders(system: System, now = new Date()): Promise<number> {
  if (!siteSettings().payments.automaticReminders || !isDaytime(now)) return 0
  const day = today()
  const batches: string[][] = []
  for (let after = ''; ; after = batches.at(-1)?.at(-1) ?? '') {
    const ids = await enrolmentsToRemind(day, after)
    if (ids.length > 0) batches.push(ids)
    if (ids.length < AT_ONCE) break
  }
  return addUp('batches of reminders', batches, (ids) => remindBatch(system, ids))
}

/** With a due on one of the days that reminders are for, which it has not had. `after`: an id. */
async function enrolmentsToRemind(day: string, after: string): Promise<string[]> {
  const { before, first } = dueDaysOn(day)
  const kind = sql`case when ${dues.dueOn} > ${day}::date then 'before' else 'first' end`
  const wasSent = db
    .select({ one: sql`1` })
    .from(paymentReminders)
    .where(
      and(
        eq(paymentReminders.enrolmentId, dues.enrolmentId),
        eq(paymentReminders.number, dues.number),
        sql`${paymentReminders.kind} = ${kind}`,
      ),
    )
  const rows = await db
    .selectDistinct({ id: userCourses.id })
    .from(dues)
    .innerJoin(userCourses, eq(userCourses.id, dues.enrolmentId))
    .where(
      and(
        or(between(dues.dueOn, ...before), between(dues.dueOn, ...first)),
        holdsSeat,
        notExists(wasSent),
        after ? gt(userCourses.id, after) : undefined,
      ),
    )
    .orderBy(asc(userCourses.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

async function remindBatch(system: System, ids: readonly string[]): Promise<number> {
  const rendered = remindedOnDay(await payersToRemind(ids))
  if (rendered.length === 0) return 0
  const emails = await renderReminders(rendered)
  const written = new Set(rendered.map(({ id, reminder }) => writeReminder(id, reminder)))
  return inTransaction(async (tx) => {
    await lockEnrolments(tx, [...emails.keys()])
    const payers = remindedOnDay(await payersToRemind([...emails.keys()], tx)).filter(
      // What its e-mail says is still true.
      ({ id, reminder }) => written.has(writeReminder(id, reminder)),
    )
    return payers.length > 0 ? insertReminders(tx, system, payers, emails) : 0
  })
}

function remindedOnDay(payers: readonly PayerToRemind[]): RemindedPayer[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderOfSchedule(payer.facts, day)
    return reminder ? [{ ...payer, reminder }] : []
  })
}

/** The e-mails of reminders by the ids of their enrolments, rendered before a lock is taken. */
function renderReminders(payers: readonly RemindedPayer[]): Promise<Map<string, RenderedEmail>> {
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

/**
 * Writes that locked enrolments are reminded, with their e-mails and their audit entries. Each reminder of a due has one row:
 * a second one fails.
 * @returns how many e-mails
 */
async function insertReminders(
  tx: Transaction,
  actor: Staff | System,
  payers: readonly RemindedPayer[],
  emails: ReadonlyMap<string, RenderedEmail>,
  decision?: OpenDecision,
): Promise<number> {
  await tx.insert(paymentReminders).values(
    payers.map(({ id, reminder: { kind, due } }) => ({
      enrolmentId: id,
      number: due.number,
      kind,
      decisionId: decision?.id,
    })),
  )
  const recipients = payers.map(({ id, person }) => ({ id, email: person.email }))
  const notified = await enqueueEmailsAbout(tx, emails, recipients, decision)
  const entries = payers.map(({ id, course, person, reminder: { kind, due } }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: {
      paymentReminder: kind,
      amount: toEuros(due.open),
      course: course.title,
      email: person.email,
    },
  }))
  await record(tx, actor, entries)
  return notified
}
