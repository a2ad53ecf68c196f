import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { billingDetails, profiles } from '../database/schema'

/** SQL: the first and last name of a profile, which may be an alias; null where a left join finds none. */
export const fullName = ({ firstName, lastName }: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`

/** Who a person is, and how the office reaches them. */
export const personColumns = {
  id: profiles.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: profiles.email,
  phone: profiles.phone,
  company: profiles.company,
}

/** The order of lists of people, by last and first name as Italian sorts them. */
export const inOrderOfNames = [
  sql`${profiles.lastName} collate "und-x-icu"`,
  sql`${profiles.firstName} collate "und-x-icu"`,
]

/**
 * The company that pays for a person: that of the billing details, or that of the profile where there are no billing
 * details; null if the person pays. Needs `profiles`, and `billing_details` in a left join.
 */
export const payingCompany = sql<
  string | null
>`case when ${billingDetails.kind} = 'company' then ${billingDetails.name}
  when ${billingDetails.kind} is null then nullif(trim(${profiles.company}), '') end`
