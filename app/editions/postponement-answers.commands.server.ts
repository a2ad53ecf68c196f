import { and, desc, eq, sql } from 'drizzle-orm'
import type { Member, Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { sessionsOf } from '../courses/sessions.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { postponementAnswers, postponements, userCourses } from '../database/schema'
import { enqueueEmailsAbout, type OpenDecision, openDecision } from '../enrolments/decision.server'
import { enrolmentFacts } from '../enrolments/emails.queries.server'
import { cancelledForOffice, enrolmentCancelled } from '../enrolments/end.emails'
import { endEnrolments } from '../enrolments/end.server'
import { isAskedAboutNewDates, isPostponementFinal } from '../enrolments/new-dates.queries.server'
import { ownRefundToday, refundsToday } from '../enrolments/refund.queries.server'
import { type LockedEnrolment, lockEnrolments } from '../enrolments/seats.server'
import { enqueueEmail, renderEmail } from '../mail/outbox.server'
import { areLinesOf } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { OK, refuse } from '../runtime/outcome.rules'
import type { EditionOutcome } from './rules'

/**
 * Stores a member's answer to the last postponement of their edition. If they do not stay, their enrolment ends free of
 * charge, with e-mails to them and to the office. Refuses as 'answer-over' after the last day to answer, and as
 * 'not-asked-yet' while the office can take the postponement back.
 * @param shownSessions the sessions about which the form asked, as `writeSessions` writes them; refuses as 'other-dates'
 *   if others are stored
 */
export async function answerPostponement(
  member: Member,
  enrolmentId: string,
  stays: boolean,
  shownSessions?: string,
): Promise<EditionOutcome> {
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-question')
  const refund = await ownRefundToday(enrolmentId, 'free')
  // The office knows of payments that the person cannot read yet.
  const refunds = await refundsToday([enrolmentId], 'cancelled_by_person', { ground: 'free' })
  const emails = await Promise.all(
    [
      enrolmentCancelled(facts, { refund }),
      cancelledForOffice(facts, env.officeEmail, refunds.get(enrolmentId)),
    ].map(renderEmail),
  )
  return inTransaction(async (tx) => {
    const question = await lockQuestion(tx, enrolmentId)
    if (question?.enrolment.userId !== member.id) return refuse('unknown-question')
    if (!question.isFinal) return refuse('not-asked-yet')
    if (question.answerBy < today()) return refuse('answer-over')
    if (await haveSessionsChanged(tx, question, shownSessions)) return refuse('other-dates')
    await storeAnswer(tx, member, question, stays)
    if (!stays) for (const email of emails) await enqueueEmail(tx, email)
    return OK
  })
}

/**
 * Stores the answer that a person gave the office by telephone, also after the last day to answer. If they do not stay,
 * their enrolment ends free of charge as a decision of the office, and an e-mail tells them so. Refuses as
 * 'not-asked-yet' while the office can take the postponement back.
 * @param shownSessions as in `answerPostponement`
 * @returns `decision`: the id of that decision, to undo it; missing if they stay
 */
export async function recordPhoneAnswer(
  staff: Staff,
  enrolmentId: string,
  stays: boolean,
  shownSessions?: string,
): Promise<EditionOutcome<{ decision?: string }>> {
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-question')
  const refunds = await refundsToday([enrolmentId], 'cancelled_by_person', { ground: 'free' })
  const email = await renderEmail(
    enrolmentCancelled(facts, { byPhone: true, refund: refunds.get(enrolmentId) }),
  )
  return inTransaction(async (tx) => {
    const question = await lockQuestion(tx, enrolmentId)
    if (!question) return refuse('unknown-question')
    if (!question.isFinal) return refuse('not-asked-yet')
    if (await haveSessionsChanged(tx, question, shownSessions)) return refuse('other-dates')
    const { enrolment } = question
    const channel = 'phone' as const
    if (stays) {
      await storeAnswer(tx, staff, question, stays, { channel })
      return OK
    }
    const decision = await openDecision(tx, staff, 'cancel')
    await storeAnswer(tx, staff, question, stays, { channel, decision })
    await enqueueEmailsAbout(tx, new Map([[enrolment.id, email]]), [enrolment], decision)
    return { ok: true, decision: decision.id }
  })
}

/**
 * Locks an enrolment and returns it with the last postponement that asks its person; undefined without one. `isFinal`:
 * the office can no longer take that postponement back.
 */
async function lockQuestion(tx: Transaction, enrolmentId: string) {
  const [enrolment] = await lockEnrolments(tx, [enrolmentId])
  if (!enrolment) return undefined
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const [postponement] = await tx
    .select({ id: decisionId, answerBy, isFinal: isPostponementFinal })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .where(and(eq(userCourses.id, enrolment.id), isAskedAboutNewDates))
    .orderBy(desc(createdAt))
    .limit(1)
  return postponement && { ...postponement, enrolment }
}

/** Whether the sessions of a locked course are not those that a form has shown; false if it has shown none. */
async function haveSessionsChanged(
  tx: Transaction,
  { enrolment }: { enrolment: LockedEnrolment },
  shownSessions: string | undefined,
) {
  if (shownSessions === undefined) return false
  return !areLinesOf(shownSessions, await sessionsOf(tx, enrolment.courseId))
}

/**
 * Stores whether a person stays; a later answer replaces it. If they do not, their enrolment ends free of charge.
 * `decision`: that of the office, to undo it.
 */
async function storeAnswer(
  tx: Transaction,
  actor: Member | Staff,
  { id, enrolment }: { id: string; enrolment: LockedEnrolment },
  stays: boolean,
  office: { channel?: 'phone'; decision?: OpenDecision } = {},
) {
  await tx
    .insert(postponementAnswers)
    .values({ postponementId: id, enrolmentId: enrolment.id, stays })
    .onConflictDoUpdate({
      target: [postponementAnswers.postponementId, postponementAnswers.enrolmentId],
      set: { stays, answeredAt: sql`now()` },
    })
  if (!stays) {
    await endEnrolments(tx, actor, [enrolment], { ending: 'cancelled_by_person', ground: 'free', ...office })
    return
  }
  const { channel } = office
  const details = { new: { stays }, channel, course: enrolment.course.title, email: enrolment.email }
  await record(tx, actor, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
}
