import { and, desc, eq, sql } from 'drizzle-orm'
import type { Member, Visitor } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { priceOn } from '../../courses/price.rules'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { canBeUndone, isLive, seatOffers, userCourses } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { hashOf, isToken } from '../../runtime/token.server'
import { requestApproved } from '../emails'
import { courseFor, enrolmentFacts } from '../emails.queries.server'
import { deleteRequest } from '../end.server'
import { type LockedCourse, type LockedEnrolment, lockBoth, stateOf, UNDECIDED } from '../seats.server'
import { endOffers, staysHere } from './offer.server'
import { isMovingNow } from './offers.queries.server'
import { mayAnswer, type OfferRefused, refuseOffer } from './rules'

export type Reply = 'accept' | 'decline'
export type Answered = { ok: true } | OfferRefused

/**
 * The person of an offer answers it by the link in their e-mail. Declining withdraws the request; that of a seat in another
 * edition leaves it, for its own edition alone.
 */
export async function answerByLink(_visitor: Visitor, token: string, reply: Reply): Promise<Answered> {
  if (!isToken(token)) return refuseOffer('unknown')
  const which = eq(seatOffers.tokenHash, hashOf(token))
  const [offer] = await db.select(found).from(seatOffers).where(which)
  return offer ? answer(offer, reply) : refuseOffer('unknown')
}

/** A member answers the last offer of an enrolment. */
export async function answerOwn(member: Member, enrolmentId: string, reply: Reply): Promise<Answered> {
  if (!isId(enrolmentId)) return refuseOffer('unknown')
  const mine = and(eq(userCourses.id, enrolmentId), eq(userCourses.userId, member.id), isLive)
  const [offer] = await db
    .select(found)
    .from(seatOffers)
    .innerJoin(userCourses, eq(userCourses.id, seatOffers.enrolmentId))
    .where(mine)
    .orderBy(desc(seatOffers.madeAt))
    .limit(1)
  return offer ? answer(offer, reply) : refuseOffer('unknown')
}

const found = { id: seatOffers.id, courseId: seatOffers.courseId, enrolmentId: seatOffers.enrolmentId }
type Found = { id: string; courseId: string; enrolmentId: string | null }

async function answer({ id, courseId, enrolmentId }: Found, reply: Reply): Promise<Answered> {
  const email = reply === 'accept' && enrolmentId ? await approvalEmail(enrolmentId, courseId) : undefined
  return inTransaction(async (tx) => {
    const { enrolment, to } = await lockBoth(tx, enrolmentId, courseId)
    // A separate statement after the lock, by the clock and not by the start of the transaction.
    const [offer] = await tx
      .select({
        answer: seatOffers.answer,
        expiresAt: seatOffers.expiresAt,
        isOver: sql<boolean>`${seatOffers.expiresAt} <= clock_timestamp()`,
        isUpdating: canBeUndone(seatOffers.decisionId),
      })
      .from(seatOffers)
      .where(eq(seatOffers.id, id))
      .for('update')
    if (!offer || !to) return refuseOffer('unknown')
    const isElsewhere = enrolment?.courseId !== to.id
    const isApart = enrolment !== undefined && enrolment.course.seriesId !== to.seriesId
    const ruling = mayAnswer({ ...offer, elsewhere: isElsewhere, isApart }, enrolment, to, today())
    if (!ruling.ok) return ruling
    if (!enrolment) return refuseOffer('closed')
    if (reply === 'accept' && (await isMovingNow(tx, to.id))) return refuseOffer('moving')

    if (reply === 'decline' && isElsewhere) {
      await endOffers(tx, eq(seatOffers.id, id), 'declined')
      await staysHere(tx, asMember(enrolment), enrolment, { offer: 'rinunciato', course: to.title })
      return { ok: true }
    }
    if (reply === 'decline') {
      await deleteRequest(tx, asMember(enrolment), { ...enrolment, course: enrolment.course.title })
      return { ok: true }
    }
    if (isElsewhere && (await stateOf(tx, { id: enrolment.userId }, to.id))) return refuseOffer('closed')
    await seat(tx, enrolment, to, id)
    if (email) await enqueueEmail(tx, email)
    return { ok: true }
  })
}

const asMember = ({ userId, email }: LockedEnrolment) => ({ id: userId, email })

async function approvalEmail(enrolmentId: string, courseId: string): Promise<RenderedEmail | undefined> {
  const [facts] = await enrolmentFacts([enrolmentId])
  const course = facts && (await courseFor(facts, courseId))
  if (!course) return undefined
  const closed = facts.courseId === courseId ? undefined : facts.course
  return renderEmail(requestApproved({ ...facts, course, closed }))
}

async function seat(tx: Transaction, enrolment: LockedEnrolment, to: LockedCourse, offerId: string) {
  await endOffers(tx, eq(seatOffers.id, offerId), 'accepted')
  await tx
    .update(userCourses)
    .set({
      ...{ status: 'approved', ...UNDECIDED, approvedAt: sql`now()` },
      ...{ courseId: to.id, decisionId: null },
      ...(to.id !== enrolment.courseId && { agreedPrice: priceOn(to, today(enrolment.requestedAt)) }),
    })
    .where(eq(userCourses.id, enrolment.id))
  const details = {
    ...{ old: { status: enrolment.status }, new: { status: 'approved' }, course: to.title },
    ...(to.id !== enrolment.courseId && { from: enrolment.course.title }),
    ...{ email: enrolment.email, offer: 'accettato' },
  }
  await record(tx, asMember(enrolment), {
    action: 'update',
    entity: 'user_courses',
    id: enrolment.id,
    details,
  })
}
