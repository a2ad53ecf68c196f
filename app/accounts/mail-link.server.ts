import { eq, exists } from 'drizzle-orm'
import { inTransaction } from '../database/client.server'
import { profiles, signUps } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { confirmAddressEmail, passwordRecovery } from './emails'
import { refuseTooManyEmails } from './guard.server'
import type { Intention } from './intention.rules'
import { issueLink } from './one-time-tokens.server'
import type { AccountOutcome } from './refusals.rules'

/**
 * Mails the link that confirms an address or resets the password; a reset link confirms the address too. Who has no
 * sign-up to confirm, because the office entered them, gets a reset link in place of a confirmation. Sends nothing to
 * an unknown address, nor a confirmation to an address that is confirmed already. The answer is the same in every case:
 * only the limit of e-mails refuses.
 */
export async function mailAccountLink(
  email: string,
  purpose: 'confirm' | 'reset',
  intention: Intention,
): Promise<AccountOutcome> {
  const refused = await refuseTooManyEmails(purpose === 'reset' ? 'recovery' : 'confirmation', email)
  if (refused) return refused
  await inTransaction(async (tx) => {
    const [person] = await tx
      .select({
        id: profiles.id,
        email: profiles.email,
        firstName: profiles.firstName,
        emailVerified: profiles.emailVerified,
        hasSignUp: exists(tx.select().from(signUps).where(eq(signUps.userId, profiles.id))),
      })
      .from(profiles)
      .where(eq(profiles.email, email))
    if (!person) return
    if (purpose === 'reset' || !(person.emailVerified || person.hasSignUp)) {
      const url = await issueLink('reset', person.id, intention)
      await enqueueEmail(tx, passwordRecovery({ ...person, url }))
    } else if (!person.emailVerified) {
      const url = await issueLink('confirm', person.id, intention)
      // No name in the greeting: a stranger may have signed up with this address.
      await enqueueEmail(tx, confirmAddressEmail({ email, firstName: '', url }))
    }
  })
  return { ok: true }
}
