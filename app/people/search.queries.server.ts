import { and, asc, inArray, or, sql } from 'drizzle-orm'
import { isNotDeleted, matchesPersonSearch } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { parseOfficeSearch, requiredWords } from '../accounts/search.rules'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { containsText } from '../database/search.server'

const { id, firstName, lastName, email, phone, company } = profiles
const short = { id, firstName, lastName, email, phone, company }

/** Rows that are looked at, in any order: a common word ends the scan early. */
const CANDIDATES = 500
/** Digits from which a phone number counts as whole. */
const WHOLE = 6

/**
 * Returns the people whom a text finds: first whoever has exactly its e-mail or whole phone number, then the others by
 * last name. If the text holds an e-mail and somebody is found exactly, the others are left out.
 */
export async function foundPeople(_staff: Staff, text: string, limit: number) {
  const { emails, phones } = parseOfficeSearch(text)
  const numbers = phones.filter((digits) => digits.length >= WHOLE)
  const exact =
    emails.length + numbers.length === 0
      ? []
      : await db
          .select(short)
          .from(profiles)
          .where(and(or(inArray(email, emails), inArray(profiles.phoneDigits, numbers)), isNotDeleted))
          .orderBy(asc(id))
          .limit(limit)
  if (exact.length > 0 && emails.length > 0) return exact

  const some = db
    .select(short)
    .from(profiles)
    .where(and(matchesPersonSearch(text), isNotDeleted))
    .limit(CANDIDATES)
    .as('some')
  const otherPeople = await db
    .select()
    .from(some)
    .orderBy(
      sql`${some.lastName} collate "und-x-icu"`,
      sql`${some.firstName} collate "und-x-icu"`,
      asc(some.id),
    )
    .limit(limit)
  const isNew = (person: { id: string }) => exact.every((match) => match.id !== person.id)
  return [...exact, ...otherPeople.filter(isNew)].slice(0, limit)
}

/**
 * Returns the companies whose name has every word of a text, those with most people first. Names that differ in case
 * and accents alone are one company.
 */
export async function foundCompanies(_staff: Staff, text: string, limit: number) {
  const { companyText } = profiles
  const named = and(...requiredWords(text).map((word) => containsText(companyText, word)), isNotDeleted)
  const { rows } = await db.execute<{ company: string; people: number }>(sql`
    with candidates as materialized (select ${companyText} from ${profiles} where ${named} limit ${CANDIDATES}),
      best as (
        select company_text from candidates group by company_text order by count(*) desc, company_text limit ${limit}
      )
    select min(${company}) as company, count(*)::int as people
    from best join ${profiles} on ${companyText} = best.company_text and ${isNotDeleted}
    group by best.company_text order by people desc, best.company_text`)
  return rows
}
