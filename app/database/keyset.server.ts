import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isId } from '../parsing/text.rules'
import { db } from './client.server'

/**
 * Asks for the page after or before a row; for the first page if both are undefined. `Position`: what orders the rows,
 * such as an id, or SQL of several columns.
 */
export type PageBounds<Position> = { after?: Position | undefined; before?: Position | undefined }

/**
 * Returns one page of a list by keyset, with at most `size` rows. `read` returns the `limit` rows nearest to a bound,
 * in the order of the list; without a bound the first rows. `back` and `onward`: the ids to ask for the page before and
 * after, undefined if there is none. Returns the first page if too few rows come before a bound, or none after it.
 */
export async function keysetPage<Row extends { id: unknown }, Position>(
  size: number,
  { after, before }: PageBounds<Position>,
  read: (bounds: PageBounds<Position>, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; back?: Row['id']; onward?: Row['id'] }> {
  if (before !== undefined) {
    const found = await read({ before }, size + 1)
    if (found.length > size) {
      const rows = found.slice(-size)
      return { rows, back: rows.at(0)?.id, onward: rows.at(-1)?.id }
    }
  } else if (after !== undefined) {
    const found = await read({ after }, size + 1)
    const page = firstRows(found, size)
    if (found.length > 0) return { ...page, back: page.rows.at(0)?.id }
  }
  return firstRows(await read({}, size + 1), size)
}

/** The first `size` rows, and the id to ask for the page after them. */
function firstRows<Row extends { id: unknown }>(found: Row[], size: number) {
  const rows = found.slice(0, size)
  return { rows, onward: found.length > size ? rows.at(-1)?.id : undefined }
}

/**
 * Returns the position of the row with an id, in an order by `moment` and id; undefined for an unknown id, which gives
 * the first page.
 */
export async function positionByMoment(
  moment: PgColumn,
  id: PgColumn,
  rowId: string,
): Promise<SQL | undefined> {
  if (!isId(rowId)) return undefined
  const [row] = await db
    // As text, since a `Date` would lose the microseconds.
    .select({ moment: sql<string>`${moment}::text` })
    .from(moment.table)
    .where(eq(id, rowId))
  return row && sql`(${row.moment}::timestamptz, ${rowId}::uuid)`
}

/**
 * Returns the condition for the rows beyond the bound (`beyond`; undefined without one), and the order in which the
 * nearest of them come first (`by`). `position`: SQL of the position of a row; `descending`: the order of the list.
 */
export function keysetConditions(
  position: SQL,
  { after, before }: PageBounds<SQL>,
  { descending }: { descending: boolean },
) {
  const bound = before ?? after
  const readsDescending = descending !== (before !== undefined)
  return {
    beyond: bound && (readsDescending ? sql`${position} < ${bound}` : sql`${position} > ${bound}`),
    by: readsDescending ? desc : asc,
  }
}
