import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Escapes the wildcards of LIKE. */
export const likeLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Whether the column contains one of the texts, by its trigram index. */
export function containsOneOf(column: AnyPgColumn, texts: readonly string[]): SQL[] {
  return texts.map((text) => sql`${column} like ${`%${likeLiteral(text)}%`}`)
}

/** Without three letters in a row, an index knows only how words begin. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u

/** Whether search text contains the word, or, for one or two letters, a word that begins with them, by its trigram index. */
export function containsText(searchText: AnyPgColumn, word: string): SQL {
  const letters = sql`public.plain_text(${likeLiteral(word)})`
  if (SHORT.test(word))
    return sql`(${searchText} like ${letters} || '%' or ${searchText} like '% ' || ${letters} || '%')`
  return sql`${searchText} like '%' || ${letters} || '%'`
}
