import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Member } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { decisions, postponementAnswers, postponements } from '../database/schema'
import { enrolmentFacts } from '../enrolments/emails.queries.server'
import { cancelledForOffice, enrolmentCancelled } from '../enrolments/end.emails'
import { endEnrolments } from '../enrolments/end.server'
import { lockEnrolments } from '../enrolments/seats.server'
import { enqueueEmail, renderEmail } from '../mail/outbox.server'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { refuse } from '../runtime/outcome.rules'
import type { EditionOutcome } from './rules'

/** A person answers the last postponement of their edition: they stay, or their enrolment ends free of charge. */
export async function answerPostponement(
  member: Member,
  enrolmentId: string,
  stays: boolean,
): Promise<EditionOutcome> {
  const [facts] = await enrolmentFacts([enrolmentId])
  if (!facts) return refuse('unknown-answer')
  const emails = await Promise.all(
    [enrolmentCancelled(facts), cancelledForOffice(facts, env.officeEmail)].map(renderEmail),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (enrolment?.userId !== member.id) return refuse('unknown-answer')
    const asked = await lastPostponement(tx, enrolment.courseId)
    const takesPart = enrolment.status === 'approved' || enrolment.status === 'in_progress'
    if (!asked || !takesPart) return refuse('unknown-answer')
    if (asked.answerBy < today()) return refuse('answer-over')

    const answer = { postponementId: asked.id, enrolmentId: enrolment.id, stays }
    await tx
      .insert(postponementAnswers)
      .values(answer)
      .onConflictDoUpdate({
        target: [postponementAnswers.postponementId, postponementAnswers.enrolmentId],
        set: { stays, answeredAt: new Date() },
      })
    if (!stays) {
      await endEnrolments(tx, member, [enrolment], { ending: 'cancelled_by_person' })
      for (const email of emails) await enqueueEmail(tx, email)
      return { ok: true }
    }
    const details = { new: { stays }, course: enrolment.course.title, email: member.email }
    await record(tx, member, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
    return { ok: true }
  })
}

async function lastPostponement(tx: Transaction, courseId: string) {
  const [last] = await tx
    .select({ id: postponements.decisionId, answerBy: postponements.answerBy })
    .from(postponements)
    .innerJoin(
      decisions,
      and(
        eq(decisions.id, postponements.decisionId),
        isNull(decisions.undoneAt),
        lte(decisions.heldUntil, sql`now()`),
      ),
    )
    .where(eq(postponements.courseId, courseId))
    .orderBy(desc(postponements.createdAt))
    .limit(1)
  return last
}
