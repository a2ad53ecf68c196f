import { and, asc, count, desc, gte, lt, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'

/** The first and the last day, YYYY-MM-DD in Italy; undefined: no limit. */
export type Days = { from?: string | undefined; to?: string | undefined }

const midnight = (day: string, plus: number) =>
  sql`(${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Rome'`

const { createdAt } = auditLogs

/** The condition that an entry was written on one of these days. */
export function withinDays({ from, to }: Days): SQL | undefined {
  return and(
    from ? gte(createdAt, midnight(from, 0)) : undefined,
    to ? lt(createdAt, midnight(to, 1)) : undefined,
  )
}

/** So many entries outside the days are asked for their ids: a few with a wrong date do not matter. */
const NEIGHBOURS = 100

/**
 * Ids between which the entries of these days lie, so that distant days cost no more than the newest. Ids follow time,
 * but not strictly: transactions end in another order, and clocks are set. A day more on each side allows for that.
 */
export async function idsAround({ from, to }: Days): Promise<{ above?: number; below?: number }> {
  const [earlier, later] = [
    from ? lt(createdAt, midnight(from, -1)) : undefined,
    to ? and(gte(createdAt, midnight(to, 2)), lte(createdAt, sql`now()`)) : undefined,
  ]
  const [above, below] = await Promise.all([
    earlier && farthest(earlier, desc(createdAt), min),
    later && farthest(later, asc(createdAt), max),
  ])
  return { ...(above && { above }), ...(below && { below }) }
}

/** The lowest or highest id of the entries nearest to the days; undefined where there are too few to tell. */
async function farthest(outside: SQL, nearest: SQL, of: typeof min | typeof max) {
  const neighbours = db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(outside)
    .orderBy(nearest)
    .limit(NEIGHBOURS)
    .as('neighbours')
  const [row] = await db.select({ id: of(neighbours.id), found: count() }).from(neighbours)
  return row?.found === NEIGHBOURS ? (row.id ?? undefined) : undefined
}
