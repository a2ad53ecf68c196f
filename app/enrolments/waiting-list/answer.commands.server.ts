import { and, desc, eq, sql } from 'drizzle-orm'
import type { Member, Visitor } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { db, inTransaction } from '../../database/client.server'
import { seatOffers, userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { hashOf, isToken } from '../../runtime/token.server'
import { KINDS_UPDATING_EDITION } from '../decision.rules'
import { enqueueEmailsAbout, renderEmailsAbout, UNDECIDED_COLUMNS } from '../decision.server'
import { canBeUndone, hasOpenDecision } from '../decisions.sql'
import { replaceDues } from '../dues/dues.server'
import { requestApproved } from '../emails'
import { deleteRequest } from '../end.server'
import { isLive } from '../enrolments.sql'
import { endOffers } from '../offer.server'
import { lockEnrolments } from '../seats.server'
import { mayAnswerOffer, type OfferOutcome } from '../waiting-list.rules'

/** What a person answers to an offer. */
export type Reply = 'accept' | 'decline'

/** Answers an offer for whoever has the link of its e-mail, without a sign-in. Declining deletes the request. */
export async function answerByLink(_visitor: Visitor, token: string, reply: Reply): Promise<OfferOutcome> {
  if (!isToken(token)) return refuse('unknown')
  const [offer] = await db
    .select(offerColumns)
    .from(seatOffers)
    .where(eq(seatOffers.tokenHash, hashOf(token)))
  return offer ? answerOffer(offer, reply) : refuse('unknown')
}

/** Answers the last offer about a member's own enrolment. Declining deletes the request. */
export async function answerOwn(member: Member, enrolmentId: string, reply: Reply): Promise<OfferOutcome> {
  if (!isId(enrolmentId)) return refuse('unknown')
  const [offer] = await db
    .select(offerColumns)
    .from(seatOffers)
    .innerJoin(userCourses, eq(userCourses.id, seatOffers.enrolmentId))
    .where(and(eq(userCourses.id, enrolmentId), eq(userCourses.userId, member.id), isLive))
    .orderBy(desc(seatOffers.madeAt))
    .limit(1)
  return offer ? answerOffer(offer, reply) : refuse('unknown')
}

const offerColumns = { id: seatOffers.id, enrolmentId: seatOffers.enrolmentId }

/** Accepts or declines an offer. `enrolmentId`: null if its request was deleted. */
async function answerOffer(
  { id, enrolmentId }: { id: string; enrolmentId: string | null },
  reply: Reply,
): Promise<OfferOutcome> {
  const emails = await renderEmailsAbout(
    reply === 'accept' && enrolmentId ? [enrolmentId] : [],
    requestApproved,
  )
  return inTransaction(async (tx) => {
    const [enrolment] = enrolmentId ? await lockEnrolments(tx, [enrolmentId]) : []
    // Read after the lock, and by the clock: the transaction may have waited for the lock until the offer was over.
    const [offer] = await tx
      .select({
        answer: seatOffers.answer,
        expiresAt: seatOffers.expiresAt,
        isOver: sql<boolean>`${seatOffers.expiresAt} <= clock_timestamp()`,
        isLastDecisionOpen: canBeUndone(userCourses.decisionId),
        isEditionUpdating: hasOpenDecision(seatOffers.courseId, KINDS_UPDATING_EDITION),
      })
      .from(seatOffers)
      .leftJoin(userCourses, eq(userCourses.id, seatOffers.enrolmentId))
      .where(eq(seatOffers.id, id))
      .for('update', { of: seatOffers })
    if (!offer) return refuse('unknown')
    const outcome = mayAnswerOffer(offer, enrolment, today())
    if (!outcome.ok) return outcome
    if (!enrolment) return refuse('closed')

    const person = { id: enrolment.userId, email: enrolment.email }
    if (reply === 'decline') {
      await deleteRequest(tx, person, { ...enrolment, course: enrolment.course.title })
      return { ok: true }
    }
    await endOffers(tx, eq(seatOffers.id, id), 'accepted')
    // Without `decisionId`: the last decision can no longer be undone, since the answer changes the enrolment.
    await tx
      .update(userCourses)
      .set({ status: 'approved', ...UNDECIDED_COLUMNS, approvedAt: sql`now()`, decisionId: null })
      .where(eq(userCourses.id, enrolment.id))
    await replaceDues(tx, [enrolment.id])
    await record(tx, person, {
      action: 'update',
      entity: 'user_courses',
      id: enrolment.id,
      details: {
        old: { status: enrolment.status },
        new: { status: 'approved' },
        course: enrolment.course.title,
        email: enrolment.email,
        offer: 'accepted',
      },
    })
    await enqueueEmailsAbout(tx, emails, [enrolment])
    return { ok: true }
  })
}
