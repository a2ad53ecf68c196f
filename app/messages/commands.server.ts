import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import {
  courses,
  decisions,
  editionMessages,
  mailAttachments,
  outgoingMail,
  profiles,
} from '../database/schema'
import { isJustNow } from '../database/sent-twice.server'
import type { FileRefusal } from '../documents/rules'
import { acceptFile, storeWith } from '../documents/stored.server'
import {
  enqueueEmailsAbout,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../enrolments/decision.server'
import { enrolmentFacts } from '../enrolments/emails.queries.server'
import { cleanTypedText } from '../enrolments/rules'
import { lockCourseWithSeats, lockEnrolments } from '../enrolments/seats.server'
import { attachmentFiles } from '../mail/attachments.server'
import { enqueueEmail, renderEmail } from '../mail/outbox.server'
import { requeueUndelivered } from '../mail/requeue.server'
import { isId } from '../parsing/text.rules'
import { env } from '../runtime/env.server'
import { type Refused, refuse } from '../runtime/outcome.rules'
import type { Upload } from '../storage/uploads.server'
import { editionMessage, messageTrial } from './emails'
import {
  type MessageContent,
  type MessageOutcome,
  MOST_RECIPIENTS,
  mistakesInMessage,
  tidySubject,
} from './rules'

/** `to`: ids of enrolments; `key`: id of the form, so that a form sent twice gives one message. */
type Message = MessageContent & { to: readonly string[]; key: string }

/**
 * Enqueues a message to at most `MOST_RECIPIENTS` people of an edition, as a decision that can be undone, and stores it
 * for the page of its messages. Enrolments that have ended or are of other editions, and deleted accounts, are left
 * out. Refuses a form sent before as 'sent-twice'.
 * @returns `decision`: its id, which is that of the message; `notified`: how many e-mails were enqueued
 */
export async function sendMessage(
  staff: Staff,
  courseId: string,
  { to, key, attachments, ...typed }: Message,
): Promise<MessageOutcome<{ decision: string; notified: number }>> {
  const mistakes = mistakesInMessage(typed)
  const mistake = mistakes.subject ?? mistakes.text
  if (mistake) return refuse(mistake)
  if (!isId(courseId) || !isId(key)) return refuse('unknown')
  const recipients = [...new Set(to)].filter(isId)
  if (recipients.length === 0) return refuse('no-recipients')
  if (recipients.length > MOST_RECIPIENTS) return refuse('too-many-recipients')
  const content = { subject: tidySubject(typed.subject), text: cleanTypedText(typed.text) }
  const emails = await renderEmailsAbout(recipients, (facts) =>
    editionMessage(facts, { ...content, attachments }, env.officeEmail),
  )
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown')
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const enrolments = (await lockEnrolments(tx, recipients)).filter(
      (enrolment) => enrolment.courseId === course.id && !isDeletedAccount(enrolment.email),
    )
    if (enrolments.length === 0) return refuse('no-recipients')
    const files = await markAttachmentsUsed(tx, staff, attachments)
    if (!files) return refuse('lost-file')

    const decision = await openDecision(tx, staff, 'message', { courseId, key })
    await saveNotifiedEnrolments(
      tx,
      decision,
      enrolments.map(({ id }) => id),
    )
    await tx
      .insert(editionMessages)
      .values({ decisionId: decision.id, courseId, ...content, attachments: files })
    const notified = await enqueueEmailsAbout(tx, emails, enrolments, decision)
    const details = {
      title: course.title,
      subject: content.subject,
      count: notified,
      ...(files.length > 0 && { attachments: files.length }),
    }
    await record(tx, staff, { action: 'create', entity: 'edition_messages', id: decision.id, details })
    return { ok: true, decision: decision.id, notified }
  })
}

/**
 * Sends a member of staff the e-mail that the person of an enrolment would get. `to`: id of the enrolment. The same
 * trial within ten seconds is not sent again.
 */
export async function sendTrial(
  staff: Staff,
  courseId: string,
  { to, attachments, ...typed }: MessageContent & { to: string },
): Promise<MessageOutcome> {
  const mistakes = mistakesInMessage(typed)
  const mistake = mistakes.subject ?? mistakes.text
  if (mistake) return refuse(mistake)
  const [facts] = await enrolmentFacts([to])
  if (!facts || facts.courseId !== courseId) return refuse('no-recipients')
  const content = { subject: tidySubject(typed.subject), text: cleanTypedText(typed.text), attachments }
  const email = await renderEmail(messageTrial(staff, facts, content, env.officeEmail))
  return inTransaction(async (tx) => {
    // Of two equal trials at once the second waits here, and finds the first.
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, staff.id)).for('update')
    const { kind, toAddress, subject, text, createdAt } = outgoingMail
    const isSameTrial = and(
      eq(kind, email.kind),
      eq(toAddress, email.to.address),
      eq(subject, email.subject),
      eq(text, email.text),
      isJustNow(createdAt),
    )
    if ((await tx.$count(outgoingMail, isSameTrial)) > 0) return { ok: true }
    const files = await markAttachmentsUsed(tx, staff, attachments)
    if (!files) return refuse('lost-file')
    await enqueueEmail(tx, email)
    const details = { course: facts.course.title, subject: content.subject, trial: true }
    // A trial has no row of its own: its entry has the id of the course.
    await record(tx, staff, { action: 'create', entity: 'edition_messages', id: courseId, details })
    return { ok: true }
  })
}

/**
 * Marks files as used just now, so that the sweep of old files keeps them.
 * @returns their names in the order of `ids`, or null if a file is missing or was added by somebody else
 */
async function markAttachmentsUsed(
  tx: Transaction,
  staff: Staff,
  ids: readonly string[],
): Promise<string[] | null> {
  if (ids.length === 0) return []
  const { id, fileName, addedBy } = mailAttachments
  const rows = await tx
    .update(mailAttachments)
    .set({ usedAt: sql`now()` })
    .where(and(inArray(id, ids.filter(isId)), eq(addedBy, staff.id)))
    .returning({ id, fileName })
  return rows.length === new Set(ids).size
    ? ids.flatMap((id) => rows.find((row) => row.id === id)?.fileName ?? [])
    : null
}

/** Stores a file for a message that is being written. Only the audit entry of the message counts its files. */
export async function addAttachment(
  staff: Staff,
  upload: Upload,
): Promise<{ ok: true; id: string } | Refused<FileRefusal>> {
  const accepted = await acceptFile(upload, 'messages')
  if (!accepted.ok) return accepted
  const id = randomUUID()
  return storeWith(attachmentFiles, [accepted.file], async (tx) => {
    await tx.insert(mailAttachments).values({ id, ...accepted.columns, addedBy: staff.id })
    return { ok: true, id }
  })
}

/**
 * Lets the mail sender try the undelivered e-mails of a message again.
 * @returns how many there are; 0 also if the edition has no such message
 */
export async function sendMessageAgain(staff: Staff, courseId: string, messageId: string): Promise<number> {
  if (!isId(messageId) || !isId(courseId)) return 0
  return inTransaction(async (tx) => {
    const [message] = await tx
      .select({ subject: editionMessages.subject, title: courses.title })
      .from(editionMessages)
      .innerJoin(courses, eq(courses.id, editionMessages.courseId))
      .where(and(eq(editionMessages.decisionId, messageId), eq(editionMessages.courseId, courseId)))
    if (!message) return 0
    const emails = await requeueUndelivered(tx, eq(outgoingMail.decisionId, messageId))
    if (emails.length === 0) return 0
    await record(tx, staff, {
      action: 'update',
      entity: 'edition_messages',
      id: messageId,
      details: {
        ...message,
        old: { status: 'undelivered' },
        new: { status: 'queued' },
        count: emails.length,
      },
    })
    return emails.length
  })
}
