import { and, asc, inArray, type SQL } from 'drizzle-orm'
import { type Database, db } from '../../database/client.server'
import { dues, payments } from '../../database/schema'
import { today } from '../../runtime/clock'
import { type Balance, balanceOf, type Due, toCents } from './rules'

/** The dues of enrolments, by the id of each that has any. */
export async function duesOf(
  enrolments: readonly string[],
  from: Database = db,
): Promise<Map<string, Due[]>> {
  const rows = await from
    .select()
    .from(dues)
    .where(inArray(dues.enrolmentId, [...enrolments]))
    .orderBy(asc(dues.enrolmentId), asc(dues.number))
  return byEnrolment(rows, ({ number, dueOn, amount }) => ({ number, dueOn, cents: toCents(amount) }))
}

/**
 * Where enrolments stand with their payments today, by the id of each that has dues or payments.
 * @param counted which payments count; all, if there is no condition
 */
export async function balancesOf(
  enrolments: readonly string[],
  counted?: SQL,
  from: Database = db,
): Promise<Map<string, Balance>> {
  const planned = await duesOf(enrolments, from)
  const paid = await paymentsOf(from, enrolments, counted)
  const day = today()
  const ids = new Set([...planned.keys(), ...paid.keys()])
  return new Map([...ids].map((id) => [id, balanceOf(planned.get(id) ?? [], paid.get(id) ?? [], day)]))
}

async function paymentsOf(from: Database, enrolments: readonly string[], counted: SQL | undefined) {
  const rows = await from
    .select({ enrolmentId: payments.enrolmentId, amount: payments.amount })
    .from(payments)
    .where(and(inArray(payments.enrolmentId, [...enrolments]), counted))
  return byEnrolment(rows, ({ amount }) => ({ cents: toCents(amount) }))
}

function byEnrolment<Row extends { enrolmentId: string }, Facts>(
  rows: readonly Row[],
  factsOf: (row: Row) => Facts,
): Map<string, Facts[]> {
  const groups = new Map<string, Facts[]>()
  for (const row of rows) groups.set(row.enrolmentId, [...(groups.get(row.enrolmentId) ?? []), factsOf(row)])
  return groups
}
