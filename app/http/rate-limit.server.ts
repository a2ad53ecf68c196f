import { createHash } from 'node:crypto'
import { eq, gt, lt, or, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { rateLimits } from '../database/schema'
import { limitRefusals } from '../runtime/metrics.server'

/** So many attempts (`hits`) in a window of so many seconds. */
export type Limit = { hits: number; seconds: number }

/**
 * Counts an attempt in one statement, exact over all processes. The first word of `key` names the limit in the metrics.
 * Not for use in a transaction, whose rollback would lose the attempt: there it throws.
 * @returns whether the attempt is allowed, and the seconds until the window ends
 */
export async function countAttempt(
  key: string,
  limit: Limit,
): Promise<{ allowed: boolean; retryAfter: number }> {
  const { hits, resetsAt } = rateLimits
  // A window that ends more than a minute too late comes from a clock that was ahead (ADR 25).
  const isWindowOver = sql`(${resetsAt} <= now() or ${resetsAt} > now() + make_interval(secs => ${limit.seconds + 60}))`
  const [count] = await db
    .insert(rateLimits)
    .values({ key: digest(key), hits: 1, resetsAt: sql`now() + make_interval(secs => ${limit.seconds})` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${isWindowOver} then 1 else ${hits} + 1 end`,
        resetsAt: sql`case when ${isWindowOver} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({
      hits,
      retryAfter: sql<number>`greatest(1, ceil(extract(epoch from ${resetsAt} - now()))::int)`,
    })
  if (!count) throw new Error('The counter of a limit gave no row')
  const allowed = count.hits <= limit.hits
  if (!allowed) limitRefusals.inc({ limit: key.split(' ')[0] ?? '' })
  return { allowed, retryAfter: count.retryAfter }
}

/** Forgets the attempts of a key, after a successful one. */
export async function resetAttempts(key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, digest(key)))
}

/** Deletes the counts whose window is over, and those that a wrong clock dated too far ahead. */
export async function deleteExpiredCounts(): Promise<void> {
  const { resetsAt } = rateLimits
  // No limit has a window longer than a day.
  await db
    .delete(rateLimits)
    .where(or(lt(resetsAt, sql`now()`), gt(resetsAt, sql`now() + interval '2 days'`)))
}

/** The digest of a key. The table stores only digests, since keys may contain addresses and e-mails. */
function digest(key: string) {
  return createHash('sha256').update(key).digest('base64url')
}
