import { and, asc, eq, gte, notLike, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { containsText } from '../database/search.server'
import { type Admin, GONE, wordsOf } from './rules'

/** People suggested while somebody types, and so many are looked at for the best of them. */
const SUGGESTIONS = 8
const CANDIDATES = 200

const suggested = {
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  company: profiles.company,
  confirmed: profiles.emailVerified,
}

/**
 * People whose name, e-mail or company holds every word of what is being typed, those whose e-mail begins so
 * first; accents and case do not matter. Of an empty text the administrators, who act most.
 */
export async function suggestPeople(_admin: Admin, typed: string) {
  const words = wordsOf(typed)
  const first = sql`lower(${words[0] ?? ''})`
  const meant =
    words.length > 0
      ? and(...words.map((word) => containsText(profiles.searchText, word)), present)
      : eq(profiles.role, 'admin')
  // In the order of an index, which ends each search as soon as there are enough.
  const found = (where: SQL | undefined, most: number) =>
    db.select(suggested).from(profiles).where(where).orderBy(asc(profiles.email)).limit(most)
  const candidates = union(
    found(and(meant, gte(profiles.email, first)), SUGGESTIONS),
    found(meant, CANDIDATES),
  ).as('candidates')
  const begins = sql`starts_with(${candidates.email}, ${first}) desc`
  return db.select().from(candidates).orderBy(begins, asc(candidates.email)).limit(SUGGESTIONS)
}
export type SuggestedPerson = Awaited<ReturnType<typeof suggestPeople>>[number]

/** Somebody, and no profile that an account left behind. */
export const present: SQL = notLike(profiles.email, `%${GONE}`)
