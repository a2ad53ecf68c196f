import { and, eq, max, ne } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { acceptsRequests } from '../../courses/rules'
import { isOnWaitingList } from '../../courses/seats.sql'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { OK, refuse } from '../../runtime/outcome.rules'
import { isSchoolClosed } from '../../site/closures'
import { enqueueEmailsAbout } from '../decision.server'
import { dropAdmissionEmail, openOffer, prepareOffers } from '../offer.server'
import { type EnrolmentOutcome, maySeat, REASON_LIMIT, reasonFrom } from '../rules'
import { admittedBy, type LockedEnrolment, lockEnrolments } from '../seats.server'
import { offerEnd } from '../waiting-list.rules'
import { firstStartOf } from './offers.queries.server'
import { listOf, mayBeNext } from './order.queries.server'

/** Moves a person to the top of the list of their edition; the people behind read the reason, without names. */
export async function moveUp(staff: Staff, enrolmentId: string, reason: string): Promise<EnrolmentOutcome> {
  const because = reasonFrom(reason)
  if (!because) return refuse('no-turn-reason')
  if (because.length > REASON_LIMIT) return refuse('long-reason')
  return changePlace(staff, enrolmentId, { movedUp: true, reason: because }, async (tx, { id, courseId }) => {
    const othersOnList = and(
      eq(userCourses.courseId, courseId),
      isOnWaitingList(userCourses),
      ne(userCourses.id, id),
    )
    const [top] = await tx
      .select({ priority: max(userCourses.priority) })
      .from(userCourses)
      .where(othersOnList)
    return { priority: (top?.priority ?? 0) + 1, moveReason: because }
  })
}

/** Gives a person who was moved up their former place back. */
export async function moveBack(staff: Staff, enrolmentId: string): Promise<EnrolmentOutcome> {
  return changePlace(staff, enrolmentId, { movedUp: false }, async () => ({ priority: 0, moveReason: null }))
}

async function changePlace(
  staff: Staff,
  enrolmentId: string,
  change: Record<string, unknown>,
  place: (
    tx: Transaction,
    enrolment: LockedEnrolment,
  ) => Promise<{ priority: number; moveReason: string | null }>,
): Promise<EnrolmentOutcome> {
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (!enrolment) return refuse('unknown-request')
    if (enrolment.status !== 'pending' || !enrolment.waitingSince) return refuse('not-waiting')
    const columns = await place(tx, enrolment)
    // The form was sent twice.
    if (columns.priority === enrolment.priority && columns.moveReason === enrolment.moveReason) return OK
    await tx
      .update(userCourses)
      .set({ ...columns, decisionId: null })
      .where(eq(userCourses.id, enrolment.id))
    const details = { ...change, course: enrolment.course.title, email: enrolment.email }
    await record(tx, staff, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
    return OK
  })
}

/**
 * Offers a seat of their edition to somebody on its list, and admits them if the office has not yet. Out of turn it needs a
 * reason; a full edition is 'full', unless `overCapacity`, which is recorded.
 */
export async function offerSeatTo(
  staff: Staff,
  enrolmentId: string,
  { reason = '', overCapacity = false }: { reason?: string; overCapacity?: boolean } = {},
): Promise<EnrolmentOutcome> {
  const because = reasonFrom(reason)
  if (because.length > REASON_LIMIT) return refuse('long-reason')
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
    const list = await listOf(tx, courseId)
    const place = list.find(({ id }) => id === enrolment.id)
    if (!place) return refuse('not-waiting')
    if (place.offered) return refuse('offered')
    if (!mayBeNext(list, enrolment.id) && !because) return refuse('no-offer-reason')
    const allowed = maySeat(course, course.seatsTaken, overCapacity)
    if (!allowed.ok) return allowed

    // Its text would arrive after the offer.
    await dropAdmissionEmail(tx, enrolment)
    await tx
      .update(userCourses)
      .set({ decisionId: null, ...(enrolment.admittedAt ? {} : admittedBy(staff)) })
      .where(eq(userCourses.id, enrolment.id))
    await openOffer(tx, staff, enrolment, {
      token: prepared.token,
      expiresAt,
      ...(because && { reason: because }),
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
