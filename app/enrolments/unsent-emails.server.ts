import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import { courses, outgoingMail, paymentReminders, profiles, userCourses } from '../database/schema'
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
  const { enrolmentId, decisionId, kind, sentAt } = outgoingMail
  await tx
    .delete(outgoingMail)
    .where(
      and(
        inArray(enrolmentId, [...enrolments]),
        inArray(kind, [...kinds]),
        canBeUndone(decisionId),
        isNull(sentAt),
      ),
    )
}

/** The kinds of e-mail that tell people of their edition or their dues what holds only while they take part or wait. */
const KINDS_ABOUT_EDITION = ['edition-confirmed', 'edition-postponed', 'edition-changed', 'dues-changed']

/**
 * Drops the e-mails of decisions that tell the people of locked enrolments, which end for good, of their edition or
 * their dues. One that the sender has tried stays.
 */
export async function dropEmailsAboutEdition(tx: Transaction, enrolments: readonly string[]) {
  const { enrolmentId, decisionId, kind, attempts } = outgoingMail
  await tx
    .delete(outgoingMail)
    .where(
      and(
        inArray(enrolmentId, [...enrolments]),
        inArray(kind, KINDS_ABOUT_EDITION),
        isNotNull(decisionId),
        eq(attempts, 0),
      ),
    )
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
  await record(
    tx,
    actor,
    rows.map(({ id, kind, course, email }) => ({
      action: 'update',
      entity: 'user_courses',
      id,
      details: { undone: true, paymentReminder: kind, course, email },
    })),
  )
}
