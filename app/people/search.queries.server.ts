import { and, asc, desc, inArray, or, sql } from 'drizzle-orm'
import { personColumns } from '../accounts/people.sql'
import { isNotDeleted, matchesPersonSearch } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { parseOfficeSearch, requiredWords } from '../accounts/search.rules'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { containsText } from '../database/search.server'

const { email, company } = profiles

/** Most rows that a search looks at, in any order, so that a common word ends it early. */
const CANDIDATES = 500
/** A number with fewer digits is only looked for within telephone numbers, not compared with whole ones. */
const WHOLE_NUMBER_DIGITS = 6

/**
 * Finds the people for a text: first those with exactly its e-mail or its whole phone number, then the others by last
 * name. If the text has an e-mail and there are exact matches, the others are left out.
 */
export async function searchPeople(_staff: Staff, text: string, limit: number) {
  const { emails, phones } = parseOfficeSearch(text)
  const numbers = phones.filter((digits) => digits.length >= WHOLE_NUMBER_DIGITS)
  const isExact = sql<boolean>`coalesce(${or(inArray(email, emails), inArray(profiles.phoneDigits, numbers))}, false)`
  const candidates = db
    .select({ ...personColumns, isExact: isExact.as('is_exact') })
    .from(profiles)
    .where(and(matchesPersonSearch(text), isNotDeleted))
    .limit(CANDIDATES)
    .as('candidates')
  const matches = await db
    .select()
    .from(candidates)
    .orderBy(
      desc(candidates.isExact),
      sql`${candidates.lastName} collate "und-x-icu"`,
      sql`${candidates.firstName} collate "und-x-icu"`,
      asc(candidates.id),
    )
    .limit(limit)
  return matches
    .filter((person) => person.isExact || emails.length === 0 || !matches[0]?.isExact)
    .map(({ isExact, ...person }) => person)
}

/**
 * Finds the companies whose name has every word of a text, those with most people first; `people`: how many there are.
 * Names that differ in case and accents alone are one company.
 */
export async function searchCompanies(_staff: Staff, text: string, limit: number) {
  const { companyText } = profiles
  const hasAllWords = and(...requiredWords(text).map((word) => containsText(companyText, word)), isNotDeleted)
  const { rows } = await db.execute<{ company: string; people: number }>(sql`
    with candidates as materialized (select ${companyText} from ${profiles} where ${hasAllWords} limit ${CANDIDATES}),
      best as (
        select company_text from candidates group by company_text order by count(*) desc, company_text limit ${limit}
      )
    select min(${company}) as company, count(*)::int as people
    from best join ${profiles} on ${companyText} = best.company_text and ${isNotDeleted}
    group by best.company_text order by people desc, best.company_text`)
  return rows
}
