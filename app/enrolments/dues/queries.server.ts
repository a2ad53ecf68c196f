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
  return new Map(
    [...Map.groupBy(rows, ({ enrolmentId }) => enrolmentId)].map(([id, dueRows]) => [
      id,
      dueRows.map(({ number, dueOn, amount }) => ({ number, dueOn, cents: toCents(amount) })),
    ]),
  )
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
  return new Map(
    [...Map.groupBy(rows, ({ enrolmentId }) => enrolmentId)].map(([id, amounts]) => {
      const owed: Due[] = []
      const paid: { cents: number }[] = []
      for (const { number, dueOn, amount } of amounts)
        if (number === null || dueOn === null) paid.push({ cents: toCents(amount) })
        else owed.push({ number, dueOn, cents: toCents(amount) })
      return [id, balanceOf(owed, paid, day)]
    }),
  )
}
