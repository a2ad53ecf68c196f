import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/rules'
import { record } from '../audit/record.server'
import { firstSessionStart } from '../courses/sessions.sql'
import type { Transaction } from '../database/client.server'
import { courses, outgoingMail, seatOffers } from '../database/schema'
import { type RenderedEmail, renderEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { hashOf, newToken } from '../runtime/token.server'
import { isSchoolClosed } from '../site/closures'
import { enrolmentFacts } from './emails.queries.server'
import type { LockedEnrolment } from './seats.server'
import { seatOffered } from './waiting-list.emails'
import { endAfterNews, type OfferAnswer } from './waiting-list.rules'

/** An offer that is ready to be made: its e-mail, and the token of the link in the e-mail. */
export type PreparedOffer = { token: string; email: RenderedEmail }

/** Ends open offers. `condition`: on `seat_offers`, which of them; `answer`: how they end. */
export async function endOffers(tx: Transaction, condition: SQL | undefined, answer: OfferAnswer) {
  await tx
    .update(seatOffers)
    // `now()` is the start of the transaction, which may have waited for a lock since then.
    .set({ answeredAt: sql`clock_timestamp()`, answer })
    .where(and(condition, isNull(seatOffers.answeredAt)))
}

/**
 * Extends the open offers of a locked course, which nobody can answer while a decision of `KINDS_UPDATING_EDITION` can
 * be undone: they last an hour longer than that, as far as the first session allows it. Called before the decision
 * changes the sessions.
 */
export async function extendOffers(tx: Transaction, courseId: string, { heldUntil }: { heldUntil: Date }) {
  if (env.undoMinutes === 0) return
  const [course] = await tx
    .select({
      start: firstSessionStart(sql`${courses}.id`).mapWith(seatOffers.expiresAt) as SQL<Date | null>,
    })
    .from(courses)
    .where(eq(courses.id, courseId))
  const end = endAfterNews(heldUntil, course?.start ?? null, isSchoolClosed)
  if (!end) return
  await tx
    .update(seatOffers)
    .set({ expiresAt: end })
    .where(
      and(
        eq(seatOffers.courseId, courseId),
        isNull(seatOffers.answeredAt),
        gt(seatOffers.expiresAt, sql`clock_timestamp()`),
        lt(seatOffers.expiresAt, end),
      ),
    )
}

/** Renders the e-mails of offers, by enrolment, each with a new token. Called before locks are taken. */
export async function prepareOffers(ids: readonly string[], expiresAt: Date) {
  const prepared = new Map<string, PreparedOffer>()
  for (const { id, ...facts } of await enrolmentFacts(ids)) {
    const token = newToken()
    const email = await renderEmail(seatOffered(facts, { token, expiresAt }))
    prepared.set(id, { token, email })
  }
  return prepared
}

/**
 * Offers a locked enrolment a seat in its course until `expiresAt`, with the audit entry; the caller sends the e-mail.
 * `reason`: why the office makes the offer out of turn, for colleagues; `overCapacity`: the seat exceeds the limit, for
 * the audit entry.
 */
export async function openOffer(
  tx: Transaction,
  actor: Actor,
  enrolment: LockedEnrolment,
  {
    token,
    expiresAt,
    ...auditFacts
  }: { token: string; expiresAt: Date; reason?: string; overCapacity?: boolean },
) {
  const { id, course, email } = enrolment
  await tx.insert(seatOffers).values({
    courseId: course.id,
    enrolmentId: id,
    tokenHash: hashOf(token),
    expiresAt,
    madeBy: actor?.id ?? null,
    reason: auditFacts.reason ?? null,
  })
  const details = { offer: 'offered', course: course.title, email, ...auditFacts } as const
  await record(tx, actor, { action: 'update', entity: 'user_courses', id, details })
}

/** Deletes the e-mail about the admission of a locked enrolment to the waiting list, unless it has left already. */
export async function dropAdmissionEmail(tx: Transaction, id: string) {
  const { enrolmentId, kind, sentAt } = outgoingMail
  await tx.delete(outgoingMail).where(and(eq(enrolmentId, id), eq(kind, 'admitted-to-list'), isNull(sentAt)))
}
