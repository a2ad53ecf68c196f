import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, db } from '../../database/client.server'
import { dues, payments } from '../../database/schema'
import { today } from '../../runtime/clock'
import { type Balance, balanceOf, type Due, toCents } from './rules'

/** The dues of enrolments in their order, by enrolment; those without dues are left out. */
export async function duesOf(
  enrolments: readonly string[],
  from: Database = db,
): Promise<Map<string, Due[]>> {
  const rows = await from
    .select()
    .from(dues)
    .where(inArray(dues.enrolmentId, [...enrolments]))
    .orderBy(asc(dues.enrolmentId), asc(dues.number))
  return groupByEnrolment(rows, ({ number, dueOn, amount }) => ({ number, dueOn, cents: toCents(amount) }))
}

/**
 * Computes what enrolments owe and have paid as of today, by enrolment; those with neither dues nor payments are left
 * out.
 * @param paymentFilter condition on `payments`: only these count; undefined: all
 */
export async function balancesOf(
  enrolments: readonly string[],
  paymentFilter?: SQL,
  from: Database = db,
): Promise<Map<string, Balance>> {
  const ids = [...enrolments]
  const dueRows = from
    .select({
      enrolmentId: dues.enrolmentId,
      number: sql<number | null>`${dues.number}`,
      dueOn: sql<string | null>`${dues.dueOn}`,
      amount: dues.amount,
    })
    .from(dues)
    .where(inArray(dues.enrolmentId, ids))
  const paymentRows = from
    .select({
      enrolmentId: payments.enrolmentId,
      number: sql<number | null>`null::smallint`,
      dueOn: sql<string | null>`null::date`,
      amount: payments.amount,
    })
    .from(payments)
    .where(and(inArray(payments.enrolmentId, ids), paymentFilter))
  const rows = await dueRows.unionAll(paymentRows)
  const day = today()
  const groups = groupByEnrolment(rows, ({ number, dueOn, amount }) => ({
    number,
    dueOn,
    cents: toCents(amount),
  }))
  return new Map(
    [...groups].map(([id, amounts]) => {
      const isDue = (row: (typeof amounts)[number]): row is Due => row.number !== null && row.dueOn !== null
      const paidAmounts = amounts.filter((row) => !isDue(row))
      return [id, balanceOf(amounts.filter(isDue), paidAmounts, day)]
    }),
  )
}

/** Groups rows by their enrolment. `factsOf`: what the groups keep of a row. */
function groupByEnrolment<Row extends { enrolmentId: string }, Facts>(
  rows: readonly Row[],
  factsOf: (row: Row) => Facts,
): Map<string, Facts[]> {
  const groups = new Map<string, Facts[]>()
  for (const row of rows) groups.set(row.enrolmentId, [...(groups.get(row.enrolmentId) ?? []), factsOf(row)])
  return groups
}
