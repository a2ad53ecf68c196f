import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { containsText } from '../../database/search.server'
import { phonesIn } from '../../parsing/phone.rules'
import { findsPerson, present } from '../queries.server'
import { type Admin, normalEmail, wordsOf } from '../rules'

const { id, firstName, lastName, email, phone, company } = profiles
const short = { id, firstName, lastName, email, phone, company }

/** People that a text finds: who has exactly this e-mail or phone number first, the others by last name. */
export async function foundPeople(_admin: Admin, text: string, limit: number) {
  const phones = phonesIn(text)
  const exact = or(
    eq(email, normalEmail(text)),
    phones.length ? inArray(profiles.phoneDigits, phones) : undefined,
  )
  const byName = [sql`${lastName} collate "und-x-icu"`, sql`${firstName} collate "und-x-icu"`, asc(id)]
  const people = (where: typeof exact) =>
    db
      .select(short)
      .from(profiles)
      .where(and(where, present))
      .orderBy(...byName)
      .limit(limit)
  const [first, others] = await Promise.all([people(exact), people(findsPerson(text))])
  const isNew = (person: { id: string }) => first.every((one) => one.id !== person.id)
  return [...first, ...others.filter(isNew)].slice(0, limit)
}

/** People that are looked at to find companies. */
const CANDIDATES = 500

/** Companies as people typed them, case and accents aside, with every word; the most frequent first. */
export async function foundCompanies(_admin: Admin, text: string, limit: number) {
  const plain = sql`public.plain_text(${company})`
  const named = and(...wordsOf(text).map((word) => containsText(plain, word)), present)
  const { rows } = await db.execute<{ company: string; people: number }>(sql`
    with candidates as materialized (select ${plain} as plain from ${profiles} where ${named} limit ${CANDIDATES}),
      best as (select plain from candidates group by plain order by count(*) desc, plain limit ${limit})
    select min(${company}) as company, count(*)::int as people
    from best join ${profiles} on ${plain} = best.plain and ${present}
    group by best.plain order by people desc, best.plain`)
  return rows
}
