import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Escapes the wildcards of LIKE, so that a text stands for itself in a pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** SQL conditions to join by `or`, one for each text: whether the column contains it. They use its trigram index. */
export function containsOneOf(column: AnyPgColumn, texts: readonly string[]): SQL[] {
  return texts.map((text) => sql`${column} like ${`%${escapeLike(text)}%`}`)
}

/** Texts of one or two letters or digits. For so few a trigram index can only find the beginning of words. */
const SHORT_TEXT = /^[\p{L}\p{N}]{1,2}$/u

/**
 * SQL: whether a text made by `public.search_form` contains the text, by its trigram index for a column. Punctuation is
 * removed ('D’Orazio' as 'dorazio') or separates words ('d orazio'). A text of one or two letters must begin a word.
 * False for a text without letters and digits.
 */
export function containsText(searchText: AnyPgColumn | SQL, text: string): SQL {
  const conditions = searchForms(text).map((form) => {
    const letters = sql`public.plain_text(${form})`
    return SHORT_TEXT.test(form)
      ? sql`${searchText} like ${letters} || '%' or ${searchText} like '% ' || ${letters} || '%'`
      : sql`${searchText} like '%' || ${letters} || '%'`
  })
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Returns the forms of a text that are searched, with its case and accents: first with punctuation removed, then with
 * punctuation as spaces, as `public.search_form` does; one if they are equal, [] without letters and digits.
 */
export function searchForms(text: string): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const tidySpaces = (spaced: string) => spaced.replace(/\s+/g, ' ').trim()
  const forms = [
    text.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, ''),
    text.replaceAll('&', ' e ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '),
  ]
  return [...new Set(forms.map(tidySpaces))].filter(Boolean)
}
