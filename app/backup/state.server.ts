import { addMinutes, subHours } from 'date-fns'
import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '../database/client.server'
import { settings } from '../database/schema'

const KEY = 'last-backup'
const current = sql`${settings.value}::jsonb`

/** Minutes by which the clocks of two processes may differ; a moment further ahead is of a clock that was wrong. */
const SKEW_MINUTES = 5

/** For how many hours a backup that has begun keeps the schedule from another: one that was killed, no longer. */
const LEASE = 1

const moment = z.iso.datetime().transform((text) => new Date(text))
const stateSchema = z.object({
  /** When the last one began. */
  startedAt: moment,
  /** Why it failed; absent while it runs, and when it did not fail. */
  error: z.string().optional(),
  /** The last that succeeded: its end, the path of the archive, its bytes, and how many files were not there. */
  done: z.object({ at: moment, path: z.string(), size: z.int(), missing: z.int() }).optional(),
})

/** How backups went lately, whichever process made them; null where there was none yet. */
export async function lastBackup(): Promise<z.infer<typeof stateSchema> | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  return row ? stateSchema.parse(JSON.parse(row.value)) : null
}

/**
 * Notes that a backup begins, if `when` holds for the one before, and returns whether it does: of several processes
 * that ask at once one is told so.
 */
async function begin(now: Date, when?: SQL): Promise<boolean> {
  const startedAt = JSON.stringify({ startedAt: now.toISOString() })
  const begun = await db
    .insert(settings)
    .values({ key: KEY, value: startedAt })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`(${current} - 'error' || ${startedAt}::jsonb)::text` },
      setWhere: when,
    })
    .returning({ key: settings.key })
  return begun.length > 0
}

/** A backup begins, whatever was before. */
export async function recordBegin(now = new Date()): Promise<void> {
  await begin(now)
}

/**
 * Whether the schedule is to make a backup now, `every` so many hours; then it counts as begun. One that failed is
 * due again after an hour.
 */
export async function claim(every: number, now = new Date()): Promise<boolean> {
  const past = (path: string, hours: number) => {
    const [first, last] = [subHours(now, hours), addMinutes(now, SKEW_MINUTES)].map((at) => at.toISOString())
    return sql`coalesce((${current} #>> ${path})::timestamptz not between ${first} and ${last}, true)`
  }
  return begin(now, sql`${past('{startedAt}', LEASE)} and ${past('{done,at}', every)}`)
}

/** The backup that began has ended, well or with a sentence that says why not. */
export async function recordEnd(
  outcome: { done: { path: string; size: number; missing: number } } | { error: string },
): Promise<void> {
  const news = 'done' in outcome ? { done: { at: new Date(), ...outcome.done } } : outcome
  await db
    .update(settings)
    .set({ value: sql`(${current} - 'error' || ${JSON.stringify(news)}::jsonb)::text` })
    .where(eq(settings.key, KEY))
}
