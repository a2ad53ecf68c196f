import { addMinutes, subHours } from 'date-fns'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Database, db, inTransaction } from '../../database/client.server'
import { backups } from '../../database/schema'

/** Minutes by which a recorded time may be in the future. A later one comes from a wrong clock and does not count. */
const SKEW_MINUTES = 5

/** Hours for which a started backup prevents another, in case its process was killed. */
const LEASE_HOURS = 1

/** The number of the advisory lock of `claimDueBackup`; no other lock has it. */
const CLAIM_LOCK = 63_103

/** How a backup ended. `size`: bytes; `missing`: number of files that the store did not have. */
type BackupOutcome = { archive: { path: string; size: number; missing: number } } | { error: string }

/**
 * Returns the start and error of the last backup, and the last success; null before the first backup. `error`:
 * undefined if the last backup succeeded or still runs.
 */
export async function lastBackup(from: Database = db) {
  const [last] = await from.select().from(backups).orderBy(desc(backups.id)).limit(1)
  if (!last) return null
  const successes = from.select().from(backups).where(isNotNull(backups.path))
  const [success] = await successes.orderBy(desc(backups.id)).limit(1)
  const { endedAt, path, size, missing } = success ?? {}
  return {
    startedAt: last.startedAt,
    error: last.error ?? undefined,
    lastSuccess: endedAt && path ? { at: endedAt, path, size: size ?? 0, missing: missing ?? 0 } : undefined,
  }
}

/** Records the start of a backup. Returns its id. */
export async function recordBackupStart(startedAt = new Date(), to: Database = db): Promise<number> {
  const [row] = await to.insert(backups).values({ startedAt }).returning({ id: backups.id })
  if (!row) throw new Error('The new backup has no id')
  return row.id
}

/** Records how a backup ended. */
export async function recordBackupEnd(id: number, outcome: BackupOutcome): Promise<void> {
  const facts = 'archive' in outcome ? { error: null, ...outcome.archive } : outcome
  await db
    .update(backups)
    .set({ endedAt: sql`now()`, ...facts })
    .where(eq(backups.id, id))
}

/**
 * Records the start of a backup if one is due: `everyHours` after the last success, or if the last backup failed; in
 * any case `LEASE_HOURS` after the last start. Returns its id, or null.
 */
export async function claimDueBackup(everyHours: number, now = new Date()): Promise<number | null> {
  const isWithin = (at: Date | undefined, hours: number) =>
    at !== undefined && at >= subHours(now, hours) && at <= addMinutes(now, SKEW_MINUTES)
  return inTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const last = await lastBackup(tx)
    const lastFailed = last?.error !== undefined
    if (isWithin(last?.startedAt, LEASE_HOURS)) return null
    if (!lastFailed && isWithin(last?.lastSuccess?.at, everyHours)) return null
    return recordBackupStart(now, tx)
  })
}
