import { eq } from 'drizzle-orm'
import { lockPersonFor } from '../../accounts/people.server'
import type { AccountOutcome } from '../../accounts/refusals.rules'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { inTransaction } from '../../database/client.server'
import { billingDetails } from '../../database/schema'
import { refuse } from '../../runtime/outcome.rules'
import type { BillingDetails } from './rules'

/**
 * Saves to whom the invoices of a person go; the log says that they changed, without them. `seen`: the last change that the
 * form began with, in milliseconds since 1970, or 0 without any. Details that stand already are no change.
 */
export async function saveBillingDetails(
  staff: Staff,
  personId: string,
  details: BillingDetails,
  seen: number,
): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    const [stored] = await tx.select().from(billingDetails).where(eq(billingDetails.userId, personId))
    if (stored && Object.keys(changes(stored, details).new).length === 0) return { ok: true }
    if ((stored?.updatedAt.getTime() ?? 0) !== seen) return refuse('person-changed')
    const row = { ...details, updatedAt: new Date() }
    await tx
      .insert(billingDetails)
      .values({ userId: personId, ...row })
      .onConflictDoUpdate({ target: billingDetails.userId, set: row })
    const billing = stored ? 'changed' : 'added'
    await record(tx, staff, { action: 'update', entity: 'profiles', id: personId, details: { billing } })
    return { ok: true }
  })
}
