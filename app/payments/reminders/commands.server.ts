import { and, asc, between, eq, gt, notExists, or, sql } from 'drizzle-orm'
import type { Staff, System } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { decisions, dues, paymentReminders, userCourses } from '../../database/schema'
import {
  enqueueEmailsAbout,
  type OpenDecision,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../../enrolments/decision.server'
import { toEuros } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { ENROLMENTS_AT_ONCE } from '../../enrolments/rules'
import { lockEnrolments } from '../../enrolments/seats.server'
import type { RenderedEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { isDaytime, today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { type Outcome, refuse } from '../../runtime/outcome.rules'
import { sumOverItems } from '../../runtime/sum-over-items'
import { siteSettings } from '../../site/settings'
import { paymentReminder } from './emails'
import { type ReminderCandidate, reminderCandidates } from './queries.server'
import {
  type DueReminder,
  dueDaysOn,
  reminderByHand,
  reminderOfSchedule,
  type SendingRefusal,
  writeReminder,
} from './rules'

type RemindedPayer = ReminderCandidate & { reminder: DueReminder }

/**
 * Sends reminders that the office has seen on a page, in one decision. A person whose reminder would differ from the
 * one shown gets none: they have paid, or a colleague has reminded them.
 * @param shownReminders each reminder of the page, written by `writeReminder`
 * @param key made once for each opened form, so that a form sent twice reminds once
 */
export async function remindPayers(
  staff: Staff,
  shownReminders: readonly string[],
  key: string,
): Promise<Outcome<SendingRefusal, { decision: string; notified: number }>> {
  const ids = shownReminders.map((text) => text.split(' ')[0] ?? '').filter(isId)
  if (!isId(key) || ids.length === 0) return refuse('unknown')
  if (ids.length > ENROLMENTS_AT_ONCE) return refuse('too-many')
  const emails = await renderReminders(payersWithShownReminder(await reminderCandidates(ids), shownReminders))
  return inTransaction(async (tx) => {
    await lockEnrolments(tx, ids)
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const payers = payersWithShownReminder(await reminderCandidates(ids, tx), shownReminders).filter(
      ({ id }) => emails.has(id),
    )
    if (payers.length === 0) return refuse('none')
    const decision = await openDecision(tx, staff, 'reminder', { key })
    await saveNotifiedEnrolments(
      tx,
      decision,
      payers.map(({ id }) => id),
    )
    const notified = await insertReminders(tx, staff, payers, emails, decision)
    return { ok: true, decision: decision.id, notified }
  })
}

/** Returns the payers whose reminder today is still the one that the page has shown, with that reminder. */
function payersWithShownReminder(
  payers: readonly ReminderCandidate[],
  shownReminders: readonly string[],
): RemindedPayer[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderByHand(payer.facts, day)
    return reminder.ok && shownReminders.includes(writeReminder(payer.id, reminder))
      ? [{ ...payer, reminder }]
      : []
  })
}

/** Enrolments that one transaction of the schedule reminds. */
const ENROLMENTS_PER_BATCH = 100

/**
 * Sends the scheduled reminders, each once: of dues that come soon and of dues that were missed a week ago. Does
 * nothing at night, and unless the office has turned reminders on. The second reminder of a missed due is left to the
 * office.
 * @returns how many e-mails were queued
 */
export async function sendPaymentReminders(system: System, now = new Date()): Promise<number> {
  if (!siteSettings().payments.automaticReminders || !isDaytime(now)) return 0
  const day = today()
  const batches: string[][] = []
  for (let after = ''; ; after = batches.at(-1)?.at(-1) ?? '') {
    const ids = await dueReminderIds(day, after)
    if (ids.length > 0) batches.push(ids)
    if (ids.length < ENROLMENTS_PER_BATCH) break
  }
  return sumOverItems('batches of reminders', batches, (ids) => remindBatch(system, ids))
}

/**
 * Returns the next ids, beyond `after`, of enrolments with a due on a day of which the schedule reminds today and has not
 * yet; whether the due is paid, or something else keeps the reminder back, is decided later.
 */
async function dueReminderIds(day: string, after: string): Promise<string[]> {
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
    .limit(ENROLMENTS_PER_BATCH)
  return rows.map(({ id }) => id)
}

/** Sends the scheduled reminders of some enrolments in one transaction. Returns how many e-mails were queued. */
async function remindBatch(system: System, ids: readonly string[]): Promise<number> {
  const payersBeforeLock = payersRemindedBySchedule(await reminderCandidates(ids))
  if (payersBeforeLock.length === 0) return 0
  const emails = await renderReminders(payersBeforeLock)
  const renderedReminders = new Set(payersBeforeLock.map(({ id, reminder }) => writeReminder(id, reminder)))
  return inTransaction(async (tx) => {
    await lockEnrolments(tx, [...emails.keys()])
    const payers = payersRemindedBySchedule(await reminderCandidates([...emails.keys()], tx)).filter(
      // Only if the reminder is still the one in the rendered e-mail.
      ({ id, reminder }) => renderedReminders.has(writeReminder(id, reminder)),
    )
    return payers.length > 0 ? insertReminders(tx, system, payers, emails) : 0
  })
}

/** Returns the payers whom the schedule reminds today, with their reminder. */
function payersRemindedBySchedule(payers: readonly ReminderCandidate[]): RemindedPayer[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderOfSchedule(payer.facts, day)
    return reminder ? [{ ...payer, reminder }] : []
  })
}

/** Renders the e-mails of reminders, by enrolment id, before any lock is taken. */
function renderReminders(payers: readonly RemindedPayer[]): Promise<Map<string, RenderedEmail>> {
  const day = today()
  return renderEmailsAbout(
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
 * Records the reminders of locked enrolments and queues their e-mails and log entries. The database refuses the same
 * reminder of a due a second time.
 * @returns how many e-mails were queued
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
