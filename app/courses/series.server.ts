import { sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'

const SERIES = sql`hashtext('course series')`

/**
 * No edition joins or leaves another course until the end of the transaction. Comes before a lock of all editions of a
 * course: PostgreSQL drops a row from it whose series has changed while the lock waited.
 */
export async function keepSeries(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${SERIES})`)
}

/** Waits for all transactions with `keepSeries`, and holds back further ones. */
export async function lockSeries(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SERIES})`)
}
