import { and, asc, eq, gte, isNotNull, ne, notExists, notLike, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias, union } from 'drizzle-orm/pg-core'
import { type Database, db } from '../database/client.server'
import { formerEmails, profiles } from '../database/schema'
import { containsOneOf, containsText } from '../database/search.server'
import { tidy } from '../parsing/text.rules'
import { DELETED_ACCOUNT_DOMAIN, normalEmail, type Staff } from './rules'
import { parseOfficeSearch, requiredWords } from './search.rules'

/** How many people are suggested at most, and among how many they are chosen. */
const SUGGESTIONS_MAX = 8
const CANDIDATES_MAX = 200

const SUGGESTED_COLUMNS = {
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  company: profiles.company,
  confirmed: profiles.emailVerified,
}

/**
 * Suggests people for a typed text (`matchesPersonSearch`), first those whose e-mail starts with its first word.
 * Suggests staff for an empty text.
 */
export async function suggestPeople(_staff: Staff, typed: string) {
  const words = requiredWords(typed)
  const firstWord = sql`lower(${words[0] ?? ''})`
  const isMatch =
    words.length > 0 ? and(matchesPersonSearch(typed), isNotDeleted) : ne(profiles.role, 'member')
  // In index order, which ends each scan early.
  const selectPeople = (where: SQL | undefined, limit: number) =>
    db.select(SUGGESTED_COLUMNS).from(profiles).where(where).orderBy(asc(profiles.email)).limit(limit)
  const candidates = union(
    selectPeople(and(isMatch, gte(profiles.email, firstWord)), SUGGESTIONS_MAX),
    selectPeople(isMatch, CANDIDATES_MAX),
  ).as('candidates')
  const startsWithWord = sql`starts_with(${candidates.email}, ${firstWord}) desc`
  return db.select().from(candidates).orderBy(startsWithWord, asc(candidates.email)).limit(SUGGESTIONS_MAX)
}

export type SuggestedPerson = Awaited<ReturnType<typeof suggestPeople>>[number]

/** The condition that leaves out the placeholders of deleted accounts (`deletedAccountProfile`). */
export const isNotDeleted: SQL = notLike(profiles.email, `%${DELETED_ACCOUNT_DOMAIN}`)

/** SQL: the condition that a person is still to activate the account (`isToActivate`). */
export const awaitsActivation = and(eq(profiles.emailVerified, false), isNotNull(profiles.invitedAt))

/**
 * The condition of a search for people: name, e-mail and company together contain every word of the text or one of its
 * e-mails, or the phone contains one of its phone numbers. Undefined for an empty text.
 */
export function matchesPersonSearch(text: string): SQL | undefined {
  return matchesOfficeSearch(text, profiles.searchText, profiles.phoneDigits)
}

/**
 * The condition of a search of the office. `searchText`: a column made by the SQL function `search_form`; `digits`: a
 * column of phone digits (`phoneDigits`). Undefined for an empty text.
 */
export function matchesOfficeSearch(
  text: string,
  searchText: AnyPgColumn,
  digits: AnyPgColumn,
): SQL | undefined {
  if (tidy(text) === '') return undefined
  const { words, emails, phones } = parseOfficeSearch(text)
  const hasEveryWord = and(...words.map((word) => containsText(searchText, word)))
  const hasEmailOrPhone = [
    ...emails.map((email) => containsText(searchText, email)),
    ...containsOneOf(digits, phones),
  ]
  return or(hasEveryWord, ...hasEmailOrPhone) ?? sql`false`
}

/**
 * Returns the e-mail of a person, confirmed or not, then the former e-mails that no other person has. A sign-up that is
 * not confirmed takes no address away. `proven`: only those former e-mails that the person had confirmed, since any
 * other address may belong to a stranger.
 */
export async function emailAddressesOf(
  from: Database,
  { id, email }: { id: string; email: string },
  { proven = false } = {},
): Promise<string[]> {
  const otherProfiles = alias(profiles, 'other')
  const { userId, email: formerEmail, proven: isProven } = formerEmails
  const profilesWithEmail = from
    .select({ id: otherProfiles.id })
    .from(otherProfiles)
    .where(
      and(
        eq(otherProfiles.email, formerEmail),
        or(otherProfiles.emailVerified, isNotNull(otherProfiles.invitedAt)),
      ),
    )
  const rows = await from
    .select({ email: formerEmail })
    .from(formerEmails)
    .where(and(eq(userId, id), proven ? eq(isProven, true) : undefined, notExists(profilesWithEmail)))
  return [email, ...rows.map((row) => row.email)]
}

export async function personWithEmail(_staff: Staff, email: string) {
  const [person] = await selectByEmail(db, email)
  return person
}

/**
 * The query of the person with an e-mail in any spelling, without deleted accounts. A transaction adds a lock to it
 * (`for`).
 */
export function selectByEmail(from: Database, email: string) {
  const { id, firstName, lastName } = profiles
  return from
    .select({ id, email: profiles.email, firstName, lastName })
    .from(profiles)
    .where(and(eq(profiles.email, normalEmail(email)), isNotDeleted))
}
