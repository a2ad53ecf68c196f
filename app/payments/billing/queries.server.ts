import { and, eq } from 'drizzle-orm'
import { isNotDeleted } from '../../accounts/queries.server'
import { isPersonId, type Member, type Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { billingDetails, profiles } from '../../database/schema'

/** A person with their billing details, null without any; undefined for an unknown or deleted person. */
export async function payerDetails(_staff: Staff, personId: string) {
  if (!isPersonId(personId)) return undefined
  const [payer] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      company: profiles.company,
      details: billingDetails,
    })
    .from(profiles)
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(eq(profiles.id, personId), isNotDeleted))
  return payer
}

/** To whom the invoices of a member go; null without any details. */
export async function ownBillingDetails(member: Member) {
  const [details] = await db.select().from(billingDetails).where(eq(billingDetails.userId, member.id))
  return details ?? null
}
