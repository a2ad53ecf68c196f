import { eq } from 'drizzle-orm'
import { type Admin, isGone } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { decisions, editionMessages } from '../database/schema'
import { enqueueAbout, openDecision, renderEach, saveNotified } from '../enrolments/decision.server'
import { type EnrolmentState, reasonFrom } from '../enrolments/rules'
import { lockCourseWithSeats, lockEnrolments } from '../enrolments/seats.server'
import { isId } from '../parsing/text.rules'
import { env } from '../runtime/env.server'
import { refuse } from '../runtime/outcome.rules'
import type { EditionDecided } from './commands.server'
import { editionMessage } from './emails'
import { recipientsOf } from './message.queries.server'
import { MESSAGE_LIMITS, MOST_TOLD } from './rules'

/** `key`: of the form, so that a form sent twice is one message. */
export type Message = { to: readonly EnrolmentState[]; subject: string; text: string; key: string }

/** Writes to the people of an edition in these states, at most 500. Kept under the edition; held like a decision. */
export async function messageEdition(
  admin: Admin,
  courseId: string,
  { to, key, ...typed }: Message,
): Promise<EditionDecided> {
  const [subject, text] = [reasonFrom(typed.subject).replaceAll('\n', ' '), reasonFrom(typed.text)]
  if (!subject) return refuse('no-subject')
  if (!text) return refuse('no-text')
  if (subject.length > MESSAGE_LIMITS.subject || text.length > MESSAGE_LIMITS.text) return refuse('long-text')
  if (!isId(courseId) || !isId(key)) return refuse('unknown')
  const recipients = await recipientsOf(admin, courseId, to)
  if (recipients.length === 0) return refuse('nobody')
  if (recipients.length > MOST_TOLD) return refuse('too-many')
  const emails = await renderEach(recipients, (facts) =>
    editionMessage(facts, { subject, text }, env.officeEmail),
  )
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown')
    if ((await tx.$count(decisions, eq(decisions.id, key))) > 0) return refuse('sent-twice')
    const enrolments = (await lockEnrolments(tx, recipients)).filter(({ email }) => !isGone(email))
    if (enrolments.length === 0) return refuse('nobody')

    const decision = await openDecision(tx, admin, 'message', { id: courseId, key })
    await saveNotified(
      tx,
      decision,
      enrolments.map(({ id }) => id),
    )
    await tx.insert(editionMessages).values({ decisionId: decision.id, courseId, subject, text })
    const notified = await enqueueAbout(tx, emails, enrolments, decision)
    const details = { title: course.title, subject, count: notified }
    await record(tx, admin, { action: 'create', entity: 'edition_messages', id: decision.id, details })
    return { ok: true, decision: decision.id, notified }
  })
}
