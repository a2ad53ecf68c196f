import { type AnyColumn, sql } from 'drizzle-orm'

/**
 * SQL: whether a moment is within the last ten seconds. Without a script, pressing a button twice sends a form twice.
 */
export const isJustNow = (at: AnyColumn) => sql`${at} > now() - interval '10 seconds'`
