import { type AnyColumn, sql } from 'drizzle-orm'

/** Within the last ten seconds. Without the script a browser sends a form twice when its button is pressed twice. */
export const isJustNow = (at: AnyColumn) => sql`${at} > now() - interval '10 seconds'`
