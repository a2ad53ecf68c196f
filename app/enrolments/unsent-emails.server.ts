import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import {
  courses,
  decisionRows,
  decisions,
  outgoingMail,
  paymentReminders,
  profiles,
  userCourses,
} from '../database/schema'
import { canBeUndone } from './decisions.sql'

/**
 * Deletes the e-mails of some kinds about locked enrolments that have not left because their decision can still be
 * undone.
 */
export async function dropUnsentEmails(
  tx: Transaction,
  enrolments: readonly string[],
  kinds: readonly string[],
) {
  // An e-mail does not store its enrolment, but it links to the page of the enrolment. A decision may have e-mails
  // about several enrolments of one person.
  const { id, decisionId, kind, sentAt, html } = outgoingMail
  const emails = tx
    .select({ id })
    .from(outgoingMail)
    .innerJoin(decisionRows, eq(decisionRows.decisionId, decisionId))
    .where(
      and(
        inArray(decisionRows.enrolmentId, [...enrolments]),
        inArray(kind, [...kinds]),
        canBeUndone(decisionId),
        sql`position(${decisionRows.enrolmentId}::text in ${html}) > 0`,
      ),
    )
  await tx.delete(outgoingMail).where(and(inArray(id, emails), isNull(sentAt)))
}

/**
 * Deletes the e-mails of decisions about these enrolments, such as the confirmation of their edition, to their people.
 * An e-mail that the sender has tried stays, as does one about another enrolment of the person in the same decision.
 * `condition`: on `outgoing_mail` and `decisions`.
 */
export async function dropEmailsOfDecisions(
  tx: Transaction,
  enrolments: readonly string[],
  condition: SQL | undefined,
) {
  if (enrolments.length === 0) return
  const { id, decisionId, toAddress, attempts } = outgoingMail
  // An e-mail about one of several enrolments links to its page.
  const linksToAnother = sql`exists (select from ${decisionRows} as another where another.decision_id = ${decisionRows.decisionId}
    and another.user_id = ${decisionRows.userId} and another.enrolment_id <> ${decisionRows.enrolmentId}
    and position(another.enrolment_id::text in ${outgoingMail.html}) > 0)`
  const emails = tx
    .select({ id })
    .from(outgoingMail)
    .innerJoin(decisionRows, eq(decisionRows.decisionId, decisionId))
    .innerJoin(decisions, eq(decisions.id, decisionRows.decisionId))
    .innerJoin(profiles, and(eq(profiles.id, decisionRows.userId), eq(profiles.email, toAddress)))
    .where(and(inArray(decisionRows.enrolmentId, [...enrolments]), not(linksToAnother), condition))
  await tx.delete(outgoingMail).where(and(inArray(id, emails), eq(attempts, 0)))
}

/** The kinds of e-mail that tell people of their edition or their dues what holds only while they take part or wait. */
const KINDS_ABOUT_EDITION = ['edition-confirmed', 'edition-postponed', 'edition-changed', 'dues-changed']

/**
 * Drops the e-mails of decisions that tell the people of locked enrolments, which end for good, of their edition or
 * their dues. One that the sender has tried stays.
 */
export async function dropEmailsAboutEdition(tx: Transaction, enrolments: readonly string[]) {
  await dropEmailsOfDecisions(tx, enrolments, inArray(outgoingMail.kind, KINDS_ABOUT_EDITION))
}

/**
 * Drops the payment reminders of locked enrolments that have not left because their decision can still be undone: money
 * has come, the dues are others, or the enrolment ends. The office can send them again.
 */
export async function dropUnsentReminders(tx: Transaction, actor: Actor, enrolments: readonly string[]) {
  await withdrawReminders(
    tx,
    actor,
    and(
      inArray(paymentReminders.enrolmentId, [...enrolments]),
      canBeUndone(sql`${paymentReminders}.decision_id`),
    ),
  )
  await dropUnsentEmails(tx, enrolments, ['payment-due', 'payment-late', 'payment-still-late'])
}

/**
 * Deletes payment reminders whose e-mails have not left, with the log entries; the caller deletes the e-mails.
 * `condition`: on `payment_reminders`.
 */
export async function withdrawReminders(tx: Transaction, actor: Actor, condition: SQL | undefined) {
  const rows = await tx
    .select({
      id: paymentReminders.enrolmentId,
      kind: paymentReminders.kind,
      course: courses.title,
      email: profiles.email,
    })
    .from(paymentReminders)
    .innerJoin(userCourses, eq(userCourses.id, paymentReminders.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(condition)
  if (rows.length === 0) return
  await tx.delete(paymentReminders).where(condition)
  const entries = rows.map(({ id, kind, course, email }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: { undone: true, paymentReminder: kind, course, email },
  }))
  await record(tx, actor, entries)
}
