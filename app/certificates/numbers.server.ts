import { eq } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { certificateNumbers } from '../database/schema'

/**
 * Reserves the next `count` numbers of a year. Other transactions wait for the numbers of that year until this one
 * ends; if it is rolled back, its numbers are free again.
 * @returns the first of the reserved numbers, which are consecutive
 */
export async function reserveNumbers(tx: Transaction, year: number, count: number): Promise<number> {
  const last = await lockLastNumber(tx, year)
  await storeLastNumber(tx, year, last + count)
  return last + 1
}

/** Returns the last number that was given in a year, 0 if none was, and locks it until the transaction ends. */
export async function lockLastNumber(tx: Transaction, year: number): Promise<number> {
  await tx.insert(certificateNumbers).values({ year, last: 0 }).onConflictDoNothing()
  const [row] = await tx
    .select({ last: certificateNumbers.last })
    .from(certificateNumbers)
    .where(eq(certificateNumbers.year, year))
    .for('update')
  return row?.last ?? 0
}

/** Makes `last` the last number that was given in a year that `lockLastNumber` has locked: the next one follows it. */
export const storeLastNumber = (tx: Transaction, year: number, last: number) =>
  tx.update(certificateNumbers).set({ last }).where(eq(certificateNumbers.year, year))
