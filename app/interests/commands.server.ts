import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hideDuration, refuseBeyondLimit } from '../accounts/guard.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { SYSTEM, type Visitor } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, interests } from '../database/schema'
import type { EmailEdition } from '../enrolments/emails'
import { countAttempt } from '../http/rate-limit.server'
import { INTEREST_LIMIT, INTEREST_MAILBOX_LIMIT } from '../http/rate-limits.rules'
import { enqueueEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { hashOf, newToken } from '../runtime/token.server'
import { interestAlreadyConfirmed, interestToConfirm } from './emails'
import { isOpenForCertain } from './interests.sql'
import { isUnexpired } from './queries.server'
import { interestPage } from './rules'

/**
 * Registers the interest of an e-mail address in a course, and sends the address a link to confirm it, or to delete
 * it if it is confirmed already. Nothing is stored or sent for a mailbox that got too many such e-mails. Answer and
 * duration do not reveal whether the address was known. Refuses a visitor who asks too often, with the refusal of
 * account forms.
 * @param when the words of `noticeCondition`
 */
export async function registerInterest(
  visitor: Visitor,
  course: EmailEdition & { id: string },
  email: string,
  when: string,
): Promise<AccountOutcome> {
  const refused = await refuseBeyondLimit(`interest ${visitor.address}`, INTEREST_LIMIT)
  if (refused) return refused
  return hideDuration(async () => {
    const { allowed } = await countAttempt(`interest-email ${email}`, INTEREST_MAILBOX_LIMIT)
    if (allowed) await saveInterest(course, email, when)
    return { ok: true }
  })
}

/**
 * Stores the interest and mails a link to its page, which replaces earlier links. An address that is confirmed and
 * waits stays so, and `INTEREST_MONTHS` begin anew; any other must confirm, again if need be, and the log has an entry
 * for each such request.
 */
async function saveInterest(course: EmailEdition & { id: string }, email: string, when: string) {
  const token = newToken()
  const url = env.publicOrigin + interestPage(token)
  const { courseId, confirmedAt, notifiedAt } = interests
  await inTransaction(async (tx) => {
    const isSame = and(eq(courseId, course.id), eq(interests.email, email))
    // Waits for a notice that is being enqueued: the deletion then sees it.
    await tx.select({ id: interests.id }).from(interests).where(isSame).for('update')
    await tx.delete(interests).where(and(isSame, or(isNull(confirmedAt), isNotNull(notifiedAt))))
    const [interest] = await tx
      .insert(interests)
      .values({
        courseId: course.id,
        email,
        tokenHash: hashOf(token),
        knownEditions: openEditionIds(tx, course),
      })
      .onConflictDoUpdate({
        target: [courseId, interests.email],
        set: { tokenHash: sql`excluded.token_hash`, createdAt: sql`excluded.created_at` },
      })
      .returning({ id: interests.id, confirmedAt })
    if (!interest) throw new Error('The interest was not stored')
    const details = { course: course.title }
    if (!interest.confirmedAt)
      await record(tx, SYSTEM, { action: 'create', entity: 'interests', id: interest.id, details })
    const composeEmail = interest.confirmedAt ? interestAlreadyConfirmed : interestToConfirm
    await enqueueEmail(tx, composeEmail(email, { course, when, url }))
  })
}

/** SQL: an array with the ids of the editions of a course that can be asked for, whatever is undone. */
function openEditionIds(tx: Transaction, { id }: { id: string }) {
  const awaitedCourse = alias(courses, 'awaited_course')
  const series = tx.select({ id: awaitedCourse.seriesId }).from(awaitedCourse).where(eq(awaitedCourse.id, id))
  const openIds = tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(inArray(courses.seriesId, series), isOpenForCertain()))
  return sql`array(${openIds})`
}

/** Confirms the interest of a token. Does nothing if the token is unknown or expired, or the interest is confirmed. */
export async function confirmInterest(_visitor: Visitor, token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const [confirmed] = await tx
      .update(interests)
      .set({ confirmedAt: sql`now()` })
      .where(and(eq(interests.tokenHash, hashOf(token)), isNull(interests.confirmedAt), isUnexpired))
      .returning({ id: interests.id })
    if (!confirmed) return
    const details = { emailVerified: true }
    await record(tx, SYSTEM, { action: 'update', entity: 'interests', id: confirmed.id, details })
  })
}

/** Deletes the interest of a token with its address. Does nothing if the token is unknown. */
export async function forgetInterest(_visitor: Visitor, token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const [deleted] = await tx
      .delete(interests)
      .where(eq(interests.tokenHash, hashOf(token)))
      .returning({ id: interests.id })
    if (deleted) await record(tx, SYSTEM, { action: 'delete', entity: 'interests', id: deleted.id })
  })
}
