import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A text as LIKE takes it literally. */
export const likeLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether a column of search text contains this word, anywhere; its trigram index finds it. */
export function containsText(searchText: AnyPgColumn, word: string): SQL {
  return sql`${searchText} like '%' || public.plain_text(${likeLiteral(word)}) || '%'`
}
