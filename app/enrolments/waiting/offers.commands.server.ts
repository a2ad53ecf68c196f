import { eq, inArray } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { acceptsRequests, seatsLeft } from '../../courses/rules'
import { db, inTransaction } from '../../database/client.server'
import { seatOffers, userCourses } from '../../database/schema'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { addUp } from '../../runtime/add-up'
import { today } from '../../runtime/clock'
import { enqueueAbout } from '../decision.server'
import { courseFor, enrolmentFacts } from '../emails.queries.server'
import { lockBoth, lockCourse, lockEnrolments } from '../seats.server'
import { offerExpired, offerWithdrawn } from './emails'
import { endOffers, openOffer, type PreparedOffer, prepareOffers, staysHere } from './offer.server'
import {
  editionsToOffer,
  isMovingNow,
  listOf,
  nextOf,
  type OfferToEnd,
  offersToEnd,
  startOf,
  undoableReleases,
} from './offers.queries.server'
import { offerAnswerLabel, offerEnd } from './rules'

/** Offers of one transaction. */
const MOST_AT_ONCE = 50

/** Offers freed seats to those who are next on the lists; the schedule has no actor. @returns how many */
export async function offerSeats(nobody: null): Promise<number> {
  return addUp('editions to offer', await editionsToOffer(), ({ courseId, free }) =>
    offerSeatsOf(nobody, courseId, Math.min(free, MOST_AT_ONCE)),
  )
}

/** At most `most`. All editions of the course are locked: a person has one offer among them. */
async function offerSeatsOf(nobody: null, courseId: string, most: number): Promise<number> {
  const expiresAt = offerEnd(new Date(), await startOf(courseId))
  if (!expiresAt) return 0
  const next = nextOf(await listOf(db, courseId)).slice(0, most)
  if (next.length === 0) return 0
  const prepared = await prepareOffers(next, courseId, expiresAt)
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course || !acceptsRequests(course, today()) || (await isMovingNow(tx, courseId))) return 0
    const left = seatsLeft(course, course.seatsTaken + (await undoableReleases(tx, courseId)))
    const turns = nextOf(await listOf(tx, courseId)).slice(0, Math.min(most, left ?? most))
    // A person who has come before them since then is next in the following run.
    const unknown = turns.findIndex((id) => !prepared.has(id))
    const theirs = await lockEnrolments(tx, unknown < 0 ? turns : turns.slice(0, unknown))
    const ids = theirs.map(({ id }) => id)
    await tx.update(userCourses).set({ decisionId: null }).where(inArray(userCourses.id, ids))
    for (const enrolment of theirs) {
      const { token } = prepared.get(enrolment.id) as PreparedOffer
      await openOffer(tx, nobody, enrolment, course, { token, expiresAt })
    }
    const emails = new Map([...prepared].map(([id, { email }]) => [id, email]))
    await enqueueAbout(tx, emails, theirs)
    return theirs.length
  })
}

/** Ends offers whose time has passed; withdraws those that can no longer be accepted. @returns how many */
export async function expireOffers(nobody: null): Promise<number> {
  return addUp('offers to end', await offersToEnd(db), async (offer) => ((await end(nobody, offer)) ? 1 : 0))
}

/** False if the offer is answered or given again since. */
async function end(nobody: null, { id, courseId, enrolmentId, answer }: OfferToEnd): Promise<boolean> {
  const email = enrolmentId && (await emailOf(enrolmentId, courseId, answer))
  return inTransaction(async (tx) => {
    const { enrolment, to } = await lockBoth(tx, enrolmentId, courseId)
    const [offer] = await offersToEnd(tx, id)
    if (!to || offer?.answer !== answer) return false
    await endOffers(tx, eq(seatOffers.id, id), answer)
    if (enrolment?.status !== 'pending') return true
    if (email) await enqueueAbout(tx, new Map([[enrolment.id, email]]), [enrolment])
    const told = { offer: offerAnswerLabel(answer), course: to.title }
    if (answer === 'expired' && to.id !== enrolment.courseId) {
      await staysHere(tx, nobody, enrolment, told)
      return true
    }
    if (answer === 'expired')
      await tx
        .update(userCourses)
        .set({ waitingSince: null, priority: 0, moveReason: null, decisionId: null })
        .where(eq(userCourses.id, enrolment.id))
    const details = { ...told, email: enrolment.email }
    await record(tx, nobody, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
    return true
  })
}

async function emailOf(
  enrolmentId: string,
  courseId: string,
  answer: OfferToEnd['answer'],
): Promise<RenderedEmail | undefined> {
  const [facts] = await enrolmentFacts([enrolmentId])
  const course = facts && (await courseFor(facts, courseId))
  if (!course) return undefined
  const elsewhere = facts.courseId !== courseId
  const about = { ...facts, course }
  return renderEmail(
    answer === 'expired'
      ? offerExpired(about, { enrolment: enrolmentId, elsewhere })
      : offerWithdrawn(about, { elsewhere }),
  )
}
