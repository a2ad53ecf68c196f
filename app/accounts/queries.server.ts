import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { type Admin, normalEmail, wordsOf } from './rules'

/** The person with this e-mail, for the office's enrol form; undefined if nobody has it. */
export async function personByEmail(_admin: Admin, email: string) {
  const [person] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(profiles)
    .where(eq(profiles.email, normalEmail(email)))
  return person
}

/** The most e-mails that are suggested while somebody types. */
const SUGGESTIONS = 8

/**
 * People whose name, e-mail or company holds every word of what is being typed, by e-mail; accents and case do not
 * matter. Of an empty text the administrators, who act most.
 */
export function suggestPeople(_admin: Admin, typed: string) {
  const words = wordsOf(typed)
  return db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(profiles)
    .where(words.length > 0 ? and(...words.map(holds)) : eq(profiles.role, 'admin'))
    .orderBy(asc(profiles.email))
    .limit(SUGGESTIONS)
}

/** The person's text holds this word, anywhere, as the trigram index finds it. */
export function holds(word: string): SQL {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return sql`${profiles.searchText} like '%' || public.plain_text(${literal}) || '%'`
}
