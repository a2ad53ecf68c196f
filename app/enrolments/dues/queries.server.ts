import { asc, inArray } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { dues } from '../../database/schema'
import { type Due, toCents } from './rules'

/** The dues of enrolments, by the id of each that has any. */
export async function duesOf(enrolments: readonly string[]): Promise<Map<string, Due[]>> {
  const rows = await db
    .select()
    .from(dues)
    .where(inArray(dues.enrolmentId, [...enrolments]))
    .orderBy(asc(dues.enrolmentId), asc(dues.number))
  return Map.groupBy(
    rows.map(({ enrolmentId, number, dueOn, amount }) => ({
      enrolmentId,
      number,
      dueOn,
      cents: toCents(amount),
    })),
    ({ enrolmentId }) => enrolmentId,
  )
}
