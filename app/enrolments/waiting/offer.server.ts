import { createHash, randomBytes } from 'node:crypto'
import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { record } from '../../audit/record.server'
import type { Transaction } from '../../database/client.server'
import { isLive, seatOffers, userCourses } from '../../database/schema'
import { type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { emailFacts, enrolmentFacts } from '../emails.queries.server'
import type { LockedEnrolment } from '../seats.server'
import { seatOffered } from './emails'
import { OFFER_TOKEN_BYTES, type OfferAnswer } from './rules'

export type PreparedOffer = { token: string; email: RenderedEmail }

export const isOpen = isNull(seatOffers.answeredAt)

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Ends open offers. `decision`: taking it back opens them again. */
export async function endOffers(
  tx: Transaction,
  which: SQL,
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

/** Opens the offers again that a decision has withdrawn, except to people who have another one or no longer wait. */
export async function reopenOffers(tx: Transaction, decisionId: string): Promise<void> {
  const other = alias(seatOffers, 'other')
  const another = tx
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.enrolmentId, seatOffers.enrolmentId), isNull(other.answeredAt)))
  const waits = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.id, seatOffers.enrolmentId), eq(userCourses.status, 'pending'), isLive))
  await tx
    .update(seatOffers)
    .set({ answeredAt: null, answer: null, decisionId: null })
    .where(and(eq(seatOffers.decisionId, decisionId), notExists(another), exists(waits)))
}

/** The e-mails of offers by enrolment, each with its token, rendered before a lock is taken. */
export async function prepareOffers(ids: readonly string[], courseId: string, expiresAt: Date) {
  const [facts, [course]] = await Promise.all([enrolmentFacts(ids), emailFacts([courseId])])
  const prepared = new Map<string, PreparedOffer>()
  if (!course) return prepared
  for (const { id, ...each } of facts) {
    const token = randomBytes(OFFER_TOKEN_BYTES).toString('base64url')
    const email = await renderEmail(seatOffered({ ...each, course }, { token, expiresAt }))
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
