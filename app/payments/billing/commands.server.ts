import { eq } from 'drizzle-orm'
import { lockPersonFor } from '../../accounts/people.server'
import type { AccountOutcome } from '../../accounts/refusals.rules'
import type { Member, Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { inTransaction, type Transaction } from '../../database/client.server'
import { billingDetails, profiles } from '../../database/schema'
import { refuse } from '../../runtime/outcome.rules'
import type { BillingDetails } from './rules'

/**
 * Saves the billing details of a person. The log says that they changed, not what they are. `seenUpdatedAt`: when the
 * details that the form was opened with were last changed (epoch milliseconds), 0 if there were none; refuses
 * `person-changed` if the details have changed since. Saving the stored details succeeds and changes nothing.
 */
export async function saveBillingDetails(
  staff: Staff,
  personId: string,
  details: BillingDetails,
  seenUpdatedAt: number,
): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    return locked.ok ? saveForLockedPerson(tx, staff, personId, details, seenUpdatedAt) : locked
  })
}

/** Saves the billing details of a member on their own behalf. See `saveBillingDetails`. */
export async function saveOwnBillingDetails(
  member: Member,
  details: BillingDetails,
  seenUpdatedAt: number,
): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, member.id)).for('update')
    return saveForLockedPerson(tx, member, member.id, details, seenUpdatedAt)
  })
}

/** Saves the billing details of a person whose row is locked. */
async function saveForLockedPerson(
  tx: Transaction,
  actor: Member | Staff,
  personId: string,
  details: BillingDetails,
  seenUpdatedAt: number,
): Promise<AccountOutcome> {
  const [stored] = await tx.select().from(billingDetails).where(eq(billingDetails.userId, personId))
  if (stored && Object.keys(changes(stored, details).new).length === 0) return { ok: true }
  if ((stored?.updatedAt.getTime() ?? 0) !== seenUpdatedAt) return refuse('person-changed')
  const row = { ...details, updatedAt: new Date() }
  await tx
    .insert(billingDetails)
    .values({ userId: personId, ...row })
    .onConflictDoUpdate({ target: billingDetails.userId, set: row })
  await record(tx, actor, {
    action: 'update',
    entity: 'profiles',
    id: personId,
    details: { billing: stored ? 'changed' : 'added' },
  })
  return { ok: true }
}
