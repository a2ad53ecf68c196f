import { createHash } from 'node:crypto'
import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../database/client.server'
import { isLive, seatOffers, userCourses } from '../../database/schema'
import type { OfferAnswer } from './rules'

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
