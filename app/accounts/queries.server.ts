import { and, asc, eq, notLike, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { type Admin, GONE, wordsOf } from './rules'

/** People suggested while somebody types, and so many are looked at for the best of them. */
const SUGGESTIONS = 8
const CANDIDATES = 200

/**
 * People whose name, e-mail or company holds every word of what is being typed, those whose e-mail begins so
 * first; accents and case do not matter. Of an empty text the administrators, who act most.
 */
export async function suggestPeople(_admin: Admin, typed: string) {
  const words = wordsOf(typed)
  // In the order of an index, which ends the search as soon as there are enough.
  const candidates = db
    .select({
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      company: profiles.company,
      confirmed: profiles.emailVerified,
    })
    .from(profiles)
    .where(
      words.length > 0
        ? and(...words.map((word) => holds(profiles.searchText, word)), present)
        : eq(profiles.role, 'admin'),
    )
    .orderBy(asc(profiles.email))
    .limit(CANDIDATES)
    .as('candidates')
  const begins = sql`starts_with(${candidates.email}, lower(${words[0] ?? ''})) desc`
  return db.select().from(candidates).orderBy(begins, asc(candidates.email)).limit(SUGGESTIONS)
}
export type SuggestedPerson = Awaited<ReturnType<typeof suggestPeople>>[number]

/** Somebody, and no profile that an account left behind. */
export const present: SQL = notLike(profiles.email, `%${GONE}`)

/** A text for searches holds this word, anywhere, as its trigram index finds it. */
export function holds(searchText: AnyPgColumn, word: string): SQL {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return sql`${searchText} like '%' || public.plain_text(${literal}) || '%'`
}
