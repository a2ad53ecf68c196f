import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isId } from '../parsing/text.rules'
import { db } from './client.server'

/** Asks for the page after or before a row; for the first page if both are undefined. `Mark`: the place of a row. */
export type PageBounds<Mark> = { after?: Mark | undefined; before?: Mark | undefined }

/**
 * Returns one page of a list by keyset, with at most `size` rows. `read` returns the `limit` rows nearest to a mark, in
 * the order of the list. `back` and `onward`: the ids to ask for the page before and after, undefined if there is none.
 * If too few rows come before a mark, the first page is returned.
 */
export async function keysetPage<Row extends { id: unknown }, Mark>(
  size: number,
  { after, before }: PageBounds<Mark>,
  read: (bounds: PageBounds<Mark>, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; back?: Row['id']; onward?: Row['id'] }> {
  if (before !== undefined) {
    const found = await read({ before }, size + 1)
    if (found.length > size) {
      const rows = found.slice(-size)
      return { rows, back: rows.at(0)?.id, onward: rows.at(-1)?.id }
    }
  }
  const start = before === undefined ? after : undefined
  const found = await read({ after: start }, size + 1)
  const rows = found.slice(0, size)
  return {
    rows,
    back: start === undefined ? undefined : rows.at(0)?.id,
    onward: found.length > size ? rows.at(-1)?.id : undefined,
  }
}

/** Returns the place of a row in an order by moment and id; undefined for an unknown id, which gives the first page. */
export async function positionByMoment(
  moment: PgColumn,
  id: PgColumn,
  row: string,
): Promise<SQL | undefined> {
  if (!isId(row)) return undefined
  const [found] = await db
    .select({ moment: sql<string>`${moment}::text` }) // to the microsecond
    .from(moment.table)
    .where(eq(id, row))
  return found && sql`(${found.moment}::timestamptz, ${row}::uuid)`
}

/**
 * Returns the condition for the rows beyond a mark (`beyond`), and the direction to read them in (`by`). `position`:
 * SQL of the place of a row; `descending`: the order of the list.
 */
export function readBeyond(
  position: SQL,
  { after, before }: PageBounds<SQL>,
  { descending }: { descending: boolean },
) {
  const mark = before ?? after
  const descends = descending !== (before !== undefined)
  return {
    beyond: mark && (descends ? sql`${position} < ${mark}` : sql`${position} > ${mark}`),
    by: descends ? desc : asc,
  }
}
