import { addMinutes, subHours } from 'date-fns'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Database, db, inTransaction } from '../../database/client.server'
import { backups } from '../../database/schema'

/** Minutes of clock skew; a later date comes from a wrong clock. */
const SKEW_MINUTES = 5

/** Hours: a killed backup blocks the next one no longer. */
const LEASE = 1

/** An advisory lock. */
const CLAIM_LOCK = 63_103

type Outcome = { done: { path: string; size: number; missing: number } } | { error: string }

/** The error of the last backup, and the last success; null before the first. */
export async function lastBackup(from: Database = db) {
  const [last] = await from.select().from(backups).orderBy(desc(backups.id)).limit(1)
  if (!last) return null
  const succeeded = from.select().from(backups).where(isNotNull(backups.path))
  const [done] = await succeeded.orderBy(desc(backups.id)).limit(1)
  const { endedAt, path, size, missing } = done ?? {}
  return {
    startedAt: last.startedAt,
    error: last.error ?? undefined,
    done: endedAt && path ? { at: endedAt, path, size: size ?? 0, missing: missing ?? 0 } : undefined,
  }
}

/** Returns the id. */
export async function recordBegin(startedAt = new Date(), to: Database = db): Promise<number> {
  const [row] = await to.insert(backups).values({ startedAt }).returning({ id: backups.id })
  if (!row) throw new Error('The new backup has no id')
  return row.id
}

export async function recordEnd(id: number, outcome: Outcome): Promise<void> {
  const facts = 'done' in outcome ? { error: null, ...outcome.done } : outcome
  await db
    .update(backups)
    .set({ endedAt: sql`now()`, ...facts })
    .where(eq(backups.id, id))
}

/** The id of a new backup, or null if none is due: every `every` hours, an hour after a failure. */
export async function claim(every: number, now = new Date()): Promise<number | null> {
  const within = (at: Date | undefined, hours: number) =>
    at !== undefined && at >= subHours(now, hours) && at <= addMinutes(now, SKEW_MINUTES)
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const last = await lastBackup(tx)
    if (within(last?.startedAt, LEASE) || within(last?.done?.at, every)) return null
    return recordBegin(now, tx)
  })
}
