import { type AnyColumn, sql } from 'drizzle-orm'

/**
 * SQL: whether a moment is within the last ten seconds. A row as new as that comes from the same form, sent twice:
 * without a script, pressing a button twice does so.
 */
export const isJustNow = (at: AnyColumn) => sql`${at} > now() - interval '10 seconds'`
