import { and, eq } from 'drizzle-orm'
import { isNotDeleted } from '../../accounts/queries.server'
import { isPersonId, type Member, type Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { billingDetails, profiles } from '../../database/schema'

/**
 * Returns a person with their billing `details`, null if there are none; undefined for an unknown or deleted person.
 */
export async function personWithBillingDetails(_staff: Staff, personId: string) {
  if (!isPersonId(personId)) return undefined
  const [payer] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      company: profiles.company,
      details: billingDetails,
    })
    .from(profiles)
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(eq(profiles.id, personId), isNotDeleted))
  return payer
}

/** Returns the billing details of a member; null if there are none. */
export async function ownBillingDetails(member: Member) {
  const [details] = await db.select().from(billingDetails).where(eq(billingDetails.userId, member.id))
  return details ?? null
}
