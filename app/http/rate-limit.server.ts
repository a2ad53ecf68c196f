import { createHash } from 'node:crypto'
import { eq, gt, lt, or, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { rateLimits } from '../database/schema'
import { limitRefusals } from '../runtime/metrics.server'

/**
 * Seconds by which the end of a window may be later than its length allows: a statement that waited for another began
 * before the window did. Beyond them the clock ran ahead when the window began, and the window counts as over.
 */
const SLACK = 60

/** At most `hits` within a window of `seconds` that begins with the first. */
export type Limit = { hits: number; seconds: number }

/**
 * Counts one attempt in a single statement, so it is exact however many processes and requests count at once.
 * The first word of `key` says which limit it is, and is no one's.
 * Call it before a transaction opens: inside one, a rollback would forget the attempt.
 * @returns whether this attempt is within the limit, and in how many seconds the window ends
 */
export async function hit(key: string, limit: Limit): Promise<{ allowed: boolean; retryAfter: number }> {
  const { hits, resetsAt } = rateLimits
  const longest = limit.seconds + SLACK
  const over = sql`(${resetsAt} <= now() or ${resetsAt} > now() + make_interval(secs => ${longest}))`
  const [count] = await db
    .insert(rateLimits)
    .values({ key: digest(key), hits: 1, resetsAt: sql`now() + make_interval(secs => ${limit.seconds})` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then 1 else ${hits} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({
      hits,
      // A statement that waited for another began before the window did: hence the upper bound.
      retryAfter: sql<number>`least(${limit.seconds}::int, greatest(1, ceil(extract(epoch from ${resetsAt} - now()))::int))`,
    })
  if (!count) throw new Error('The counter of a limit gave no row')
  const allowed = count.hits <= limit.hits
  if (!allowed) limitRefusals.inc({ limit: key.split(' ')[0] ?? '' })
  return { allowed, retryAfter: count.retryAfter }
}

/** Begins the count anew, after an attempt that proved itself. */
export async function forgive(key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, digest(key)))
}

/** Windows that have ended, or that a clock ahead began, count nothing any more; the schedule clears them away. */
export async function forgetSpentLimits(): Promise<void> {
  const { resetsAt } = rateLimits
  // No limit has a window longer than a day.
  await db
    .delete(rateLimits)
    .where(or(lt(resetsAt, sql`now()`), gt(resetsAt, sql`now() + interval '2 days'`)))
}

/** The table holds neither addresses nor e-mails, and a key of any length or alphabet fits. */
function digest(key: string) {
  return createHash('sha256').update(key).digest('base64url')
}
