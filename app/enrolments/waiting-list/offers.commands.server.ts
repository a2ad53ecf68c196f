import { eq, inArray } from 'drizzle-orm'
import type { System } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { acceptsRequests, seatsLeft } from '../../courses/rules'
import { db, inTransaction } from '../../database/client.server'
import { seatOffers, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { runForEach } from '../../runtime/run-for-each'
import { isSchoolClosed } from '../../site/closures'
import { enqueueEmailsAbout, renderEmailsAbout } from '../decision.server'
import { endOffers, openOffer, type PreparedOffer, prepareOffers } from '../offer.server'
import { lockCourseWithSeats, lockEnrolments } from '../seats.server'
import { offerExpired, offerWithdrawn } from '../waiting-list.emails'
import { offerEnd } from '../waiting-list.rules'
import {
  editionsToOffer,
  firstStartOf,
  hasOpenDecisionAbout,
  type OfferToEnd,
  offersToEnd,
} from './offers.queries.server'
import { enrolmentsOnList, idsInTurn } from './order.queries.server'

/** Most offers for one course in one transaction. */
const MOST_OFFERS_AT_ONCE = 50

/** Offers the free seats of all courses to the people who are next on their lists. @returns how many offers */
export async function offerSeats(actor: System): Promise<number> {
  return runForEach('editions to offer', await editionsToOffer(), ({ courseId, freeSeats }) =>
    offerSeatsOf(actor, courseId, Math.min(freeSeats, MOST_OFFERS_AT_ONCE)),
  )
}

/** Offers at most `limit` seats of a course. @returns how many offers */
async function offerSeatsOf(actor: System, courseId: string, limit: number): Promise<number> {
  const expiresAt = offerEnd(new Date(), await firstStartOf(courseId), isSchoolClosed)
  if (!expiresAt) return 0
  const idsToPrepare = idsInTurn(await enrolmentsOnList(db, courseId)).slice(0, limit)
  if (idsToPrepare.length === 0) return 0
  const prepared = await prepareOffers(idsToPrepare, expiresAt)
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course || !acceptsRequests(course, today()) || (await hasOpenDecisionAbout(courseId, tx))) return 0
    const freeSeats = seatsLeft(course, course.seatsTaken)
    const idsToOffer = idsInTurn(await enrolmentsOnList(tx, courseId)).slice(
      0,
      Math.min(limit, freeSeats ?? limit),
    )
    // There is no e-mail for a person who has come to the front of the list since the rendering: the next run has one.
    if (idsToOffer.some((id) => !prepared.has(id))) return 0
    const enrolments = await lockEnrolments(tx, idsToOffer)
    const ids = enrolments.map(({ id }) => id)
    // Without `decisionId`: the last decisions can no longer be undone, since the offers change the enrolments.
    await tx.update(userCourses).set({ decisionId: null }).where(inArray(userCourses.id, ids))
    for (const enrolment of enrolments) {
      const { token } = prepared.get(enrolment.id) as PreparedOffer
      await openOffer(tx, actor, enrolment, { token, expiresAt })
    }
    const emails = new Map([...prepared].map(([id, { email }]) => [id, email]))
    await enqueueEmailsAbout(tx, emails, enrolments)
    return enrolments.length
  })
}

/** Ends offers whose time has passed, and withdraws those that can no longer be accepted. @returns how many offers */
export async function endDueOffers(actor: System): Promise<number> {
  return runForEach('offers to end', await offersToEnd(db), async (offer) =>
    (await endOffer(actor, offer)) ? 1 : 0,
  )
}

/**
 * Ends one offer and notifies its person; if it has expired, they lose their place on the list. False if the offer was
 * answered meanwhile, or has to end with another `answer` or e-mail or not at all.
 */
async function endOffer(
  actor: System,
  { id, enrolmentId, answer, acceptsRequests }: OfferToEnd,
): Promise<boolean> {
  const emails = await renderEmailsAbout([enrolmentId], (facts) =>
    answer === 'expired' ? offerExpired(facts, enrolmentId) : offerWithdrawn(facts, acceptsRequests),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    const [offer] = await offersToEnd(tx, id)
    if (offer?.answer !== answer || offer.acceptsRequests !== acceptsRequests) return false
    await endOffers(tx, eq(seatOffers.id, id), answer)
    if (enrolment?.status !== 'pending') return true
    await enqueueEmailsAbout(tx, emails, [enrolment])
    // Without `decisionId`: the last decision can no longer be undone, since the end of the offer changes the request.
    if (answer === 'expired')
      await tx
        .update(userCourses)
        .set({ waitingSince: null, priority: 0, moveReason: null, decisionId: null })
        .where(eq(userCourses.id, enrolment.id))
    await record(tx, actor, {
      action: 'update',
      entity: 'user_courses',
      id: enrolment.id,
      details: { offer: answer, course: enrolment.course.title, email: enrolment.email },
    })
    return true
  })
}
