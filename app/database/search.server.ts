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

/**
 * Whether a column of `public.search_form` contains the text, by its trigram index: with its signs taken away
 * ('D’Orazio' as 'dorazio'), or as words of their own ('d orazio'). One or two letters begin a word. Without letters and
 * digits it is false.
 */
export function containsText(searchText: AnyPgColumn, text: string): SQL {
  const found = formsOf(text).map((form) => {
    const letters = sql`public.plain_text(${form})`
    return SHORT.test(form)
      ? sql`${searchText} like ${letters} || '%' or ${searchText} like '% ' || ${letters} || '%'`
      : sql`${searchText} like '%' || ${letters} || '%'`
  })
  return found.length === 0 ? sql`false` : sql`(${sql.join(found, sql` or `)})`
}

/** The two halves of `public.search_form`, once if they are the same. */
export function formsOf(text: string): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const tidied = (spaced: string) => spaced.replace(/\s+/g, ' ').trim()
  const forms = [
    text.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ''),
    text.replaceAll('&', ' e ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '),
  ]
  return [...new Set(forms.map(tidied))].filter(Boolean)
}
