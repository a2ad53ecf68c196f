import { addMinutes, subHours } from 'date-fns'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Database, db, inTransaction } from '../../database/client.server'
import { backups } from '../../database/schema'

/** Minutes by which a recorded time may be in the future. A later one comes from a wrong clock and does not count. */
const SKEW_MINUTES = 5

/** Hours for which a started backup prevents another, in case its process was killed. */
const LEASE_HOURS = 1

/** The number of the advisory lock of `claimDueBackup`. */
const CLAIM_LOCK = 63_103

/** How a backup ended. `size`: bytes; `missing`: number of files that the store did not have. */
type Outcome = { done: { path: string; size: number; missing: number } } | { error: string }

/**
 * Returns the start and error of the last backup, and the last success (`done`); null before the first backup. `error`:
 * undefined if the last backup succeeded or still runs.
 */
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

/** Records the start of a backup. Returns its id. */
export async function recordBegin(startedAt = new Date(), to: Database = db): Promise<number> {
  const [row] = await to.insert(backups).values({ startedAt }).returning({ id: backups.id })
  if (!row) throw new Error('The new backup has no id')
  return row.id
}

/** Records how a backup ended. */
export async function recordEnd(id: number, outcome: Outcome): Promise<void> {
  const facts = 'done' in outcome ? { error: null, ...outcome.done } : outcome
  await db
    .update(backups)
    .set({ endedAt: sql`now()`, ...facts })
    .where(eq(backups.id, id))
}

/**
 * Records the start of a backup if one is due: `every` hours after the last success, and an hour after the last start.
 * Returns its id, or null.
 */
export async function claimDueBackup(every: number, now = new Date()): Promise<number | null> {
  const within = (at: Date | undefined, hours: number) =>
    at !== undefined && at >= subHours(now, hours) && at <= addMinutes(now, SKEW_MINUTES)
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const last = await lastBackup(tx)
    if (within(last?.startedAt, LEASE_HOURS) || within(last?.done?.at, every)) return null
    return recordBegin(now, tx)
  })
}
