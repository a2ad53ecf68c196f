import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import type { Transaction } from '../../database/client.server'
import { courses, decisionRows, isLive, outgoingMail, seatOffers, userCourses } from '../../database/schema'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { hashOf, newToken } from '../../runtime/token.server'
import { courseFor, enrolmentFacts } from '../emails.queries.server'
import { SEATED } from '../rules'
import type { LockedEnrolment } from '../seats.server'
import { seatOffered } from './emails'
import { type OfferAnswer, offerAnswerLabel } from './rules'

export type PreparedOffer = { token: string; email: RenderedEmail }

const isOpen = isNull(seatOffers.answeredAt)

/** Ends open offers. `decision`: taking it back opens them again. */
export async function endOffers(
  tx: Transaction,
  which: SQL | undefined,
  answer: OfferAnswer,
  decision?: { id: string },
): Promise<void> {
  await tx
    .update(seatOffers)
    .set({ answeredAt: sql`clock_timestamp()`, answer, decisionId: decision?.id ?? null })
    .where(and(which, isOpen))
}

/** Ends the open offers of locked enrolments about which something else is decided. */
export async function withdrawOffers(
  tx: Transaction,
  enrolments: readonly string[],
  decision?: { id: string },
): Promise<void> {
  await endOffers(tx, inArray(seatOffers.enrolmentId, [...enrolments]), 'withdrawn', decision)
}

/** Ends the offer of a seat in a course to somebody who gets one there in another way. */
export async function withdrawOfferOf(
  tx: Transaction,
  person: { id: string },
  course: { id: string },
  decision?: { id: string },
): Promise<void> {
  const theirs = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.userId, person.id), isLive))
  const which = and(eq(seatOffers.courseId, course.id), inArray(seatOffers.enrolmentId, theirs))
  await endOffers(tx, which, 'withdrawn', decision)
}

/**
 * Opens the offers again that a decision has withdrawn, except those whose time has passed, and to people who no longer wait or
 * have another offer among the editions, which are locked.
 * @returns the course of each by enrolment
 */
export async function reopenOffers(tx: Transaction, decisionId: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ enrolment: string; course: string }>(sql`
    update ${seatOffers} offer set answered_at = null, answer = null, decision_id = null
    from ${userCourses} mine, ${courses} seat
    where offer.decision_id = ${decisionId} and mine.id = offer.enrolment_id and seat.id = offer.course_id
      and mine.status = 'pending' and mine.ended_at is null and seat.cancelled_at is null and seat.archived_at is null
      and offer.expires_at > clock_timestamp()
      and not exists (select from ${seatOffers} other join ${userCourses} theirs on theirs.id = other.enrolment_id
        join ${courses} edition on edition.id = other.course_id
        where other.answered_at is null and theirs.user_id = mine.user_id
          and (theirs.id = mine.id or edition.series_id = seat.series_id))
    returning offer.enrolment_id as enrolment, offer.course_id as course`)
  return new Map(rows.map(({ enrolment, course }) => [enrolment, course]))
}

/** Withdraws offers of seats in courses where an undone decision has given their people a seat back. */
export async function withdrawBesideSeats(
  tx: Transaction,
  actor: { id: string },
  decisionId: string,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; enrolment: string; course: string; email: string }>(sql`
    select offer.id, mine.id as enrolment, edition.title as course, person.email
    from seat_offers offer join user_courses mine on mine.id = offer.enrolment_id
      join decision_rows given on given.decision_id = ${decisionId} and given.user_id = mine.user_id
        and given.course_id = offer.course_id
      join user_courses seat on seat.id = given.enrolment_id and seat.id <> mine.id
        and seat.ended_at is null and seat.status in ${[...SEATED]}
      join courses edition on edition.id = offer.course_id join profiles person on person.id = mine.user_id
    where offer.answered_at is null`)
  const ids = rows.map(({ id }) => id)
  await endOffers(tx, inArray(seatOffers.id, ids), 'withdrawn')
  const entries = rows.map(({ enrolment, course, email }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id: enrolment,
    details: { offer: offerAnswerLabel('withdrawn'), course, email },
  }))
  await record(tx, actor, entries)
}

/** The e-mails of offers by enrolment, each with its token, rendered before a lock is taken. */
export async function prepareOffers(ids: readonly string[], courseId: string, expiresAt: Date) {
  const prepared = new Map<string, PreparedOffer>()
  for (const { id, ...each } of await enrolmentFacts(ids)) {
    const course = await courseFor(each, courseId)
    if (!course) return prepared
    const asked = each.courseId === courseId ? undefined : each.course
    const token = newToken()
    const email = await renderEmail(seatOffered({ ...each, course }, { token, expiresAt, asked }))
    prepared.set(id, { token, email })
  }
  return prepared
}

/** Writes the offer of a seat in a locked course to a locked enrolment, with its audit entry. */
export async function openOffer(
  tx: Transaction,
  actor: { id: string } | null,
  enrolment: LockedEnrolment,
  course: { id: string; title: string },
  { token, expiresAt, ...why }: { token: string; expiresAt: Date; reason?: string; overCapacity?: boolean },
) {
  await tx.insert(seatOffers).values({
    ...{ courseId: course.id, enrolmentId: enrolment.id, tokenHash: hashOf(token), expiresAt },
    ...{ madeBy: actor?.id ?? null, reason: why.reason ?? null },
  })
  const details = { offer: 'offerto', course: course.title, email: enrolment.email, ...why }
  await record(tx, actor, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
}

/** A person who leaves a seat in another edition waits for their own edition alone; their place there stays. */
export async function staysHere(
  tx: Transaction,
  actor: { id: string } | null,
  enrolment: LockedEnrolment,
  told: { offer: string; course: string },
) {
  await tx
    .update(userCourses)
    .set({ anyEdition: false, decisionId: null })
    .where(eq(userCourses.id, enrolment.id))
  const details = { ...told, email: enrolment.email }
  await record(tx, actor, { action: 'update', entity: 'user_courses', id: enrolment.id, details })
}

/** Removes the e-mail that has not left about the place on the list of a locked enrolment. */
export async function dropAdmissionEmail(tx: Transaction, { id, email }: { id: string; email: string }) {
  const { decisionId, kind, sentAt, toAddress } = outgoingMail
  const admission = tx
    .select({ id: decisionRows.decisionId })
    .from(decisionRows)
    .where(eq(decisionRows.enrolmentId, id))
  const isAdmission = and(eq(kind, 'admitted-to-list'), inArray(decisionId, admission))
  await tx.delete(outgoingMail).where(and(isAdmission, eq(toAddress, email), isNull(sentAt)))
}
