import { and, asc, eq, gte, notLike, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { containsText } from '../database/search.server'
import { type Admin, GONE, wordsOf } from './rules'

/** Suggestions, and candidates for them. */
const SUGGESTIONS = 8
const CANDIDATES = 200

const suggested = {
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  company: profiles.company,
  confirmed: profiles.emailVerified,
}

/** People with every word in name, e-mail or company; first those whose e-mail starts with it. Without text: administrators. */
export async function suggestPeople(_admin: Admin, typed: string) {
  const words = wordsOf(typed)
  const first = sql`lower(${words[0] ?? ''})`
  const meant =
    words.length > 0
      ? and(...words.map((word) => containsText(profiles.searchText, word)), present)
      : eq(profiles.role, 'admin')
  // In index order, which ends each scan early.
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

/** Not the placeholder of a deleted account. */
export const present: SQL = notLike(profiles.email, `%${GONE}`)
