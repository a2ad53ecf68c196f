import { and, between, eq } from 'drizzle-orm'
import type { Database } from '../../database/client.server'
import { bankLines, payments } from '../../database/schema'
import { toCents } from '../../enrolments/dues/rules'
import { type CountedLine, lineKey } from './rules'

/**
 * Returns the keys (`lineKey`) of the lines of an account that are registered as payments and lie between the first and
 * the last day of `lines`.
 */
export async function registeredLineKeys(
  from: Database,
  account: string,
  lines: readonly CountedLine[],
): Promise<Set<string>> {
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Set()
  const rows = await from
    .select({
      day: bankLines.bookedOn,
      amount: bankLines.amount,
      text: bankLines.text,
      bankReference: bankLines.bankReference,
      ordinal: bankLines.ordinal,
    })
    .from(bankLines)
    .innerJoin(payments, eq(payments.bankLineId, bankLines.id))
    .where(and(eq(bankLines.account, account), between(bankLines.bookedOn, first, last)))
  return new Set(rows.map(({ amount, ...line }) => lineKey({ ...line, cents: toCents(amount) })))
}
