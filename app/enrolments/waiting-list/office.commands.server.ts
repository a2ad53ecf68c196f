import { and, eq, max, ne, sql } from 'drizzle-orm'
import { selectByEmail } from '../../accounts/queries.server'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { priceOn } from '../../courses/price.rules'
import { acceptsRequests } from '../../courses/rules'
import { isOnWaitingList } from '../../courses/seats.sql'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { OK, refuse } from '../../runtime/outcome.rules'
import { isSchoolClosed } from '../../site/closures'
import { KINDS_UPDATING_EDITION } from '../decision.rules'
import {
  ADMISSION_COLUMNS,
  enqueueEmailsAbout,
  type OpenDecision,
  openDecision,
  prepareForDecision,
  saveCreatedEnrolment,
  UNDECIDED_COLUMNS,
} from '../decision.server'
import { courseFacts } from '../emails.queries.server'
import { isLive } from '../enrolments.sql'
import { dropAdmissionEmail, openOffer, prepareOffers } from '../offer.server'
import { cleanTypedText, type EnrolmentOutcome, isRejectionOpen, maySeat, REASON_LIMIT } from '../rules'
import { type LockedCourse, type LockedEnrolment, lockCourseWithSeats, lockEnrolments } from '../seats.server'
import { admittedToList } from '../waiting-list.emails'
import { mayPutOnList, offerEnd } from '../waiting-list.rules'
import { firstStartOf, hasOpenDecisionAbout } from './offers.queries.server'
import { countPeopleAhead, enrolmentsOnList, isInTurn } from './order.queries.server'

/**
 * Puts a person at the end of the list of an edition and admits them, as a decision that can be undone; they get an
 * e-mail. An edition with a free seat for them is refused as 'seats-free'. A request that is on the list already is
 * admitted and keeps its place; a rejected one becomes pending again, once the rejection can no longer be taken back
 * ('rejection-open').
 */
export async function putOnList(
  staff: Staff,
  email: string,
  courseId: string,
): Promise<EnrolmentOutcome<{ decision: string }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const emailToSend = await admissionEmail(email, courseId)
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course) return refuse('unknown-course')
    const [account] = await selectByEmail(tx, email)
    const { id, userId } = userCourses
    const isOfAccount = and(eq(userId, account?.id ?? ''), eq(userCourses.courseId, course.id), isLive)
    const ids = await tx.select({ id }).from(userCourses).where(isOfAccount)
    const [existing] = await lockEnrolments(
      tx,
      ids.map(({ id }) => id),
    )
    // The lock prevents the deletion of the account until the commit.
    const [person] = await selectByEmail(tx, email).for('key share')
    if (!emailToSend || !person || person.id !== account?.id) return refuse('unknown-person')
    if (existing && isRejectionOpen(existing)) return refuse('rejection-open')
    const { peopleAwaitingOffer } = await countPeopleAhead(person, course.id, tx)
    const allowed = mayPutOnList(course, existing, peopleAwaitingOffer, today())
    if (!allowed.ok) return allowed

    const decision = await openDecision(tx, staff, 'admit')
    const enrolment = existing
      ? await admitExisting(tx, decision, existing)
      : await createAdmitted(tx, decision, person, course)
    await record(tx, staff, {
      action: existing ? 'update' : 'create',
      entity: 'user_courses',
      id: enrolment,
      details: {
        ...(existing && { old: { status: existing.status } }),
        new: { status: 'pending', admitted: true },
        course: course.title,
        email: person.email,
      },
    })
    await enqueueEmail(tx, emailToSend, decision, enrolment)
    return { ok: true, decision: decision.id }
  })
}

/** Renders the e-mail about the admission to the list; undefined for an unknown person or course. */
async function admissionEmail(email: string, courseId: string): Promise<RenderedEmail | undefined> {
  const [[person], [course]] = await Promise.all([selectByEmail(db, email), courseFacts([courseId])])
  return person && course && renderEmail(admittedToList({ person, course, origin: env.publicOrigin }))
}

/** Admits a locked enrolment; at the end of the list, unless it is on it already. @returns its id */
async function admitExisting(
  tx: Transaction,
  decision: OpenDecision,
  { id, status, waitingSince }: LockedEnrolment,
): Promise<string> {
  await prepareForDecision(tx, decision, [id])
  const isOnList = status === 'pending' && waitingSince !== null
  await tx
    .update(userCourses)
    .set({
      status: 'pending',
      ...UNDECIDED_COLUMNS,
      ...ADMISSION_COLUMNS,
      ...(!isOnList && { waitingSince: sql`now()`, priority: 0, moveReason: null }),
    })
    .where(eq(userCourses.id, id))
  return id
}

/** Creates an admitted request at the end of the list. @returns its id */
async function createAdmitted(
  tx: Transaction,
  decision: OpenDecision,
  person: { id: string },
  course: LockedCourse,
): Promise<string> {
  const [row] = await tx
    .insert(userCourses)
    .values({
      userId: person.id,
      courseId: course.id,
      agreedPrice: priceOn(course, today()),
      waitingSince: sql`now()`,
      admittedAt: sql`now()`,
    })
    .returning({ id: userCourses.id })
  if (!row) throw new Error('The new enrolment has no id')
  await saveCreatedEnrolment(tx, decision, row.id)
  return row.id
}

/** Moves a request to the top of the list of its edition. The people behind it read the reason, but not the name. */
export async function moveUp(
  staff: Staff,
  enrolmentId: string,
  typedReason: string,
): Promise<EnrolmentOutcome> {
  const reason = cleanTypedText(typedReason)
  if (!reason) return refuse('no-move-up-reason')
  if (reason.length > REASON_LIMIT) return refuse('long-reason')
  return changePlace(staff, enrolmentId, reason)
}

/** Takes back `moveUp`: the request returns to the place that its time of waiting gives it. */
export async function moveBack(staff: Staff, enrolmentId: string): Promise<EnrolmentOutcome> {
  return changePlace(staff, enrolmentId, null)
}

/** Moves a request to the top of the list for a reason; with null back to its own place. */
async function changePlace(
  staff: Staff,
  enrolmentId: string,
  moveReason: string | null,
): Promise<EnrolmentOutcome> {
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment) return refuse('unknown-request')
    const { id, courseId, status, waitingSince, course, email } = enrolment
    if (status !== 'pending' || !waitingSince) return refuse('not-waiting')
    const othersOnList = and(
      eq(userCourses.courseId, courseId),
      isOnWaitingList(userCourses),
      ne(userCourses.id, id),
    )
    const [top] = await tx
      .select({ priority: max(userCourses.priority) })
      .from(userCourses)
      .where(othersOnList)
    const priority = moveReason === null ? 0 : (top?.priority ?? 0) + 1
    // Nothing would change: the form was sent twice.
    if (priority === enrolment.priority && moveReason === enrolment.moveReason) return OK
    // Without `decisionId`: the last decision can no longer be undone, since this changes the enrolment.
    await tx.update(userCourses).set({ priority, moveReason, decisionId: null }).where(eq(userCourses.id, id))
    const movement = moveReason === null ? { movedUp: false } : { movedUp: true, reason: moveReason }
    const details = { ...movement, course: course.title, email }
    await record(tx, staff, { action: 'update', entity: 'user_courses', id, details })
    return OK
  })
}

/**
 * Offers a person on the list a seat, and admits them if they are not admitted yet; they get an e-mail. An offer out of
 * turn (`isInTurn`) needs a reason, else it is refused as 'no-offer-reason'. Near the start it is refused as
 * 'too-near'; while the confirmation or new dates of the edition can be taken back, as 'edition-open'. A full edition
 * is refused as 'full', unless `overCapacity`; the audit entry then records that the seat exceeds the limit.
 */
export async function offerSeatTo(
  staff: Staff,
  enrolmentId: string,
  { reason: typedReason = '', overCapacity = false }: { reason?: string; overCapacity?: boolean } = {},
): Promise<EnrolmentOutcome> {
  const reason = cleanTypedText(typedReason)
  if (reason.length > REASON_LIMIT) return refuse('long-reason')
  const courseId = await courseOf(enrolmentId)
  if (!courseId) return refuse('unknown-request')
  const expiresAt = offerEnd(new Date(), await firstStartOf(courseId), isSchoolClosed)
  if (!expiresAt) return refuse('too-near')
  const prepared = (await prepareOffers([enrolmentId], expiresAt)).get(enrolmentId.toLowerCase())
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment || !prepared) return refuse('unknown-request')
    const { course } = enrolment
    if (!acceptsRequests(course, today())) return refuse('unknown-course')
    if (await hasOpenDecisionAbout(courseId, tx, KINDS_UPDATING_EDITION)) return refuse('edition-open')
    const list = await enrolmentsOnList(tx, courseId)
    const listed = list.find(({ id }) => id === enrolment.id)
    if (!listed) return refuse('not-waiting')
    if (listed.isOffered) return refuse('offered')
    if (!isInTurn(list, enrolment.id) && !reason) return refuse('no-offer-reason')
    const allowed = maySeat(course, course.seatsTaken, overCapacity)
    if (!allowed.ok) return allowed

    // The e-mail about the admission would arrive after the one about the offer.
    await dropAdmissionEmail(tx, enrolment.id)
    // Without `decisionId`: the last decision can no longer be undone, since the offer changes the enrolment.
    await tx
      .update(userCourses)
      .set({ decisionId: null, ...(enrolment.admittedAt ? {} : ADMISSION_COLUMNS) })
      .where(eq(userCourses.id, enrolment.id))
    await openOffer(tx, staff, enrolment, {
      token: prepared.token,
      expiresAt,
      ...(reason && { reason }),
      ...(!maySeat(course, course.seatsTaken).ok && { overCapacity: true }),
    })
    await enqueueEmailsAbout(tx, new Map([[enrolment.id, prepared.email]]), [enrolment])
    return OK
  })
}

async function courseOf(enrolmentId: string): Promise<string | undefined> {
  if (!isId(enrolmentId)) return undefined
  const { id, courseId } = userCourses
  const [enrolment] = await db.select({ courseId }).from(userCourses).where(eq(id, enrolmentId))
  return enrolment?.courseId
}
