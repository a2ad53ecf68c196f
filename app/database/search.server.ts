import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Escapes the wildcards of LIKE. */
export const likeLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether search text contains the word, by its trigram index. */
export function containsText(searchText: AnyPgColumn, word: string): SQL {
  return sql`${searchText} like '%' || public.plain_text(${likeLiteral(word)}) || '%'`
}
