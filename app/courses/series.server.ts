import { sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'

const SERIES = sql`hashtext('course series')`

/** Precedes a lock of all editions of a course: PostgreSQL drops a row whose series changes while the lock waits. */
export async function keepSeries(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${SERIES})`)
}

export async function lockSeries(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SERIES})`)
}
