import { and, asc, between, eq, gt, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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
import { runForEach } from '../../runtime/run-for-each'
import { siteSettings } from '../../site/settings'
import { paymentReminder } from './emails'
import { type ReminderCandidate, reminderCandidates } from './queries.server'
import {
  type DueReminder,
  dueDaysToRemindOf,
  reminderByHand,
  reminderOfSchedule,
  type SendingRefusal,
  writeReminder,
} from './rules'

type PayerToRemind = ReminderCandidate & { reminder: DueReminder }

/**
 * Sends reminders that the office has seen on a page, in one decision. A person whose reminder would differ from the
 * one shown gets none, for example because they have paid since, or a colleague has reminded them.
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

/** Returns the payers whose reminder of today is the one that the page has shown, each with that reminder. */
function payersWithShownReminder(
  payers: readonly ReminderCandidate[],
  shownReminders: readonly string[],
): PayerToRemind[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderByHand(payer.facts, day)
    return reminder.ok && shownReminders.includes(writeReminder(payer.id, reminder))
      ? [{ ...payer, reminder }]
      : []
  })
}

/** Most enrolments that one transaction of the schedule reminds. */
const ENROLMENTS_PER_BATCH = 100

/**
 * Sends the reminders of the schedule that are to be sent today (`reminderOfSchedule`), each once. Does nothing at
 * night, and nothing unless the office has turned automatic reminders on.
 * @returns how many e-mails were queued
 */
export async function sendPaymentReminders(system: System, isDay = isDaytime()): Promise<number> {
  if (!siteSettings().payments.automaticReminders || !isDay) return 0
  const day = today()
  const batches: string[][] = []
  for (let lastId = ''; ; lastId = batches.at(-1)?.at(-1) ?? '') {
    const ids = await nextCandidateIds(day, lastId)
    if (ids.length > 0) batches.push(ids)
    if (ids.length < ENROLMENTS_PER_BATCH) break
  }
  return runForEach('batches of reminders', batches, (ids) => remindBatch(system, ids))
}

/**
 * Returns the ids of enrolments that hold a seat and have a due of which the schedule reminds on this day
 * (`dueDaysToRemindOf`) and has not reminded yet, nor of another due of that day, paid dues included:
 * `ENROLMENTS_PER_BATCH` at most, in the order of ids. `lastId`: only later ids count; '' for all.
 */
async function nextCandidateIds(day: string, lastId: string): Promise<string[]> {
  const { before, first } = dueDaysToRemindOf(day)
  const kind = sql`case when ${dues.dueOn} > ${day}::date then 'before' else 'first' end`
  const remindedDue = alias(dues, 'reminded_due')
  const wasSent = db
    .select({ one: sql`1` })
    .from(paymentReminders)
    .innerJoin(
      remindedDue,
      and(
        eq(remindedDue.enrolmentId, paymentReminders.enrolmentId),
        eq(remindedDue.number, paymentReminders.number),
      ),
    )
    .where(
      and(
        eq(paymentReminders.enrolmentId, dues.enrolmentId),
        eq(remindedDue.dueOn, dues.dueOn),
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
        lastId ? gt(userCourses.id, lastId) : undefined,
      ),
    )
    .orderBy(asc(userCourses.id))
    .limit(ENROLMENTS_PER_BATCH)
  return rows.map(({ id }) => id)
}

/** Sends the scheduled reminders of some enrolments in one transaction. Returns how many e-mails were queued. */
async function remindBatch(system: System, ids: readonly string[]): Promise<number> {
  const payersBeforeLock = payersWithScheduledReminder(await reminderCandidates(ids))
  if (payersBeforeLock.length === 0) return 0
  const emails = await renderReminders(payersBeforeLock)
  const renderedReminders = new Set(payersBeforeLock.map(({ id, reminder }) => writeReminder(id, reminder)))
  return inTransaction(async (tx) => {
    await lockEnrolments(tx, [...emails.keys()])
    const payers = payersWithScheduledReminder(await reminderCandidates([...emails.keys()], tx)).filter(
      // Only if the reminder is still the one in the rendered e-mail.
      ({ id, reminder }) => renderedReminders.has(writeReminder(id, reminder)),
    )
    return payers.length > 0 ? insertReminders(tx, system, payers, emails) : 0
  })
}

/** Returns the payers whom the schedule reminds today, each with the reminder to send. */
function payersWithScheduledReminder(payers: readonly ReminderCandidate[]): PayerToRemind[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = reminderOfSchedule(payer.facts, day)
    return reminder ? [{ ...payer, reminder }] : []
  })
}

/** Renders the e-mails of reminders, by enrolment id, before any lock is taken. */
function renderReminders(payers: readonly PayerToRemind[]): Promise<Map<string, RenderedEmail>> {
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
 * Stores the reminders of locked enrolments, writes the log entries and queues the e-mails. With a `decision` the
 * e-mails wait until it can no longer be undone. The database refuses the same reminder of a due a second time.
 * @returns how many e-mails were queued
 */
async function insertReminders(
  tx: Transaction,
  actor: Staff | System,
  payers: readonly PayerToRemind[],
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
  const entries = payers.map(({ id, course, person, reminder: { kind, cents } }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: {
      paymentReminder: kind,
      amount: toEuros(cents),
      course: course.title,
      email: person.email,
    },
  }))
  await record(tx, actor, entries)
  return notified
}
