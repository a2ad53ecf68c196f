import { and, asc, between, eq, or } from 'drizzle-orm'
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
  type ReminderFacts,
  reminderByHand,
  reminderOfSchedule,
  type SendingRefusal,
  writeReminder,
} from './rules'

type PayerToRemind = ReminderCandidate & { reminder: DueReminder; reminderText: string }

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
  const payers = payersToRemind(await reminderCandidates(ids), reminderOnPage).filter(({ reminderText }) =>
    shownReminders.includes(reminderText),
  )
  const emails = await renderReminders(payers)
  return inTransaction(async (tx) => {
    const unchangedPayers = await lockUnchanged(tx, payers, reminderOnPage)
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    if (unchangedPayers.length === 0) return refuse('none')
    const decision = await openDecision(tx, staff, 'reminder', { key })
    await saveNotifiedEnrolments(
      tx,
      decision,
      unchangedPayers.map(({ id }) => id),
    )
    const notified = await insertReminders(tx, staff, unchangedPayers, emails, decision)
    return { ok: true, decision: decision.id, notified }
  })
}

/** Decides which reminder an enrolment gets today; null for none. */
type ReminderChoice = (facts: ReminderFacts, day: string) => DueReminder | null

/** The reminder that the page shows. */
const reminderOnPage: ReminderChoice = (facts, day) => {
  const reminder = reminderByHand(facts, day)
  return reminder.ok ? reminder : null
}

/** Returns the payers who get a reminder today, each with that reminder. */
function payersToRemind(payers: readonly ReminderCandidate[], choose: ReminderChoice): PayerToRemind[] {
  const day = today()
  return payers.flatMap((payer) => {
    const reminder = choose(payer.facts, day)
    return reminder ? [{ ...payer, reminder, reminderText: writeReminder(payer.id, reminder) }] : []
  })
}

/** Locks the enrolments of payers and returns those whose reminder is still the one of the rendered e-mail. */
async function lockUnchanged(tx: Transaction, payers: readonly PayerToRemind[], choose: ReminderChoice) {
  const ids = payers.map(({ id }) => id)
  await lockEnrolments(tx, ids)
  const renderedReminders = payers.map(({ reminderText }) => reminderText)
  return payersToRemind(await reminderCandidates(ids, tx), choose).filter(({ reminderText }) =>
    renderedReminders.includes(reminderText),
  )
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
  const { before, first } = dueDaysToRemindOf(today())
  const rows = await db
    .selectDistinct({ id: userCourses.id })
    .from(dues)
    .innerJoin(userCourses, eq(userCourses.id, dues.enrolmentId))
    .where(and(or(between(dues.dueOn, ...before), between(dues.dueOn, ...first)), holdsSeat))
    .orderBy(asc(userCourses.id))
  const batches: string[][] = []
  for (let start = 0; start < rows.length; start += ENROLMENTS_PER_BATCH)
    batches.push(rows.slice(start, start + ENROLMENTS_PER_BATCH).map(({ id }) => id))
  return runForEach('batches of reminders', batches, (ids) => remindBatch(system, ids))
}

/** Sends the scheduled reminders of some enrolments in one transaction. Returns how many e-mails were queued. */
async function remindBatch(system: System, ids: readonly string[]): Promise<number> {
  const payers = payersToRemind(await reminderCandidates(ids), reminderOfSchedule)
  if (payers.length === 0) return 0
  const emails = await renderReminders(payers)
  return inTransaction(async (tx) => {
    const unchangedPayers = await lockUnchanged(tx, payers, reminderOfSchedule)
    return unchangedPayers.length > 0 ? insertReminders(tx, system, unchangedPayers, emails) : 0
  })
}

/** Renders the e-mails of reminders, by enrolment id, before any lock is taken. */
function renderReminders(payers: readonly PayerToRemind[]) {
  const day = today()
  return renderEmailsAbout(
    payers.map(({ id }) => id),
    (facts, id) => {
      const payer = payers.find((payer) => payer.id === id)
      if (!payer) throw new Error(`No reminder for the enrolment ${id}`)
      const {
        reminder,
        facts: { balance },
      } = payer
      return paymentReminder(facts, id, { reminder, balance, day }, env.officeEmail)
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
