import { and, asc, count, desc, gte, lt, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'

/** The first and the last day, in Italy, YYYY-MM-DD. */
export type Days = { from?: string | undefined; to?: string | undefined }

/** SQL: the first moment, in Italy, of the day that is `daysLater` days after `day`. */
const midnight = (day: string, daysLater: number) =>
  sql`(${day}::date + ${daysLater}::int)::timestamp at time zone 'Europe/Rome'`

const { createdAt } = auditLogs

/** The condition of entries from the first to the last day, both included; a missing day is no bound. */
export function withinDays({ from, to }: Days): SQL | undefined {
  return and(
    from ? gte(createdAt, midnight(from, 0)) : undefined,
    to ? lt(createdAt, midnight(to, 1)) : undefined,
  )
}

/** How many entries before and after the days `idBound` compares, so that a few wrong dates have no effect. */
const NEIGHBOURS = 100

/**
 * Returns exclusive bounds of the ids of the entries within the days, so that distant days cost no more than recent
 * ones; a bound that is not known is missing. Ids follow time loosely, since transactions overlap and clocks change: a
 * further day on each side allows for that.
 */
export async function idBounds({ from, to }: Days): Promise<{ above?: number; below?: number }> {
  const [earlier, later] = [
    from ? lt(createdAt, midnight(from, -1)) : undefined,
    // Without entries of the future, which a wrong clock has written.
    to ? and(gte(createdAt, midnight(to, 2)), lte(createdAt, sql`now()`)) : undefined,
  ]
  const [above, below] = await Promise.all([
    earlier && idBound(earlier, desc(createdAt), min),
    later && idBound(later, asc(createdAt), max),
  ])
  return { ...(above && { above }), ...(below && { below }) }
}

/**
 * The lowest or highest id of the entries nearest to the days; undefined for fewer entries than are compared.
 * `outside`: the condition of entries before or after the days; `nearest`: the order that begins beside the days.
 */
async function idBound(outside: SQL, nearest: SQL, aggregate: typeof min | typeof max) {
  const neighbours = db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(outside)
    .orderBy(nearest)
    .limit(NEIGHBOURS)
    .as('neighbours')
  const [row] = await db.select({ id: aggregate(neighbours.id), found: count() }).from(neighbours)
  return row?.found === NEIGHBOURS ? (row.id ?? undefined) : undefined
}
