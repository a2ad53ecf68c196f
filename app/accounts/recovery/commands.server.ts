import { inTransaction } from '../../database/client.server'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { refuse } from '../../runtime/outcome.rules'
import { hideDuration, refuseBeyondLimit, refuseWeakPassword, resetSignInAttempts } from '../guard.server'
import type { Intention } from '../intention.rules'
import { mailAccountLink } from '../mail-link.server'
import { consumeToken, personOfLink } from '../one-time-tokens.server'
import { hashPassword } from '../passwords/hashing.server'
import { confirmPerson, lockPerson, replacePassword } from '../people.server'
import type { AccountOutcome } from '../refusals.rules'
import { normalEmail, type Visitor } from '../rules'
import { logSignInEvent } from '../sign-in-log/log.server'
import { findSignUp, hashSignUpPassword } from '../sign-ups.queries.server'

/**
 * Mails the link for a new password. The answer and its time are the same for every address, with or without an
 * account. The link carries `intention`.
 */
export async function requestRecovery(
  visitor: Visitor,
  email: string,
  intention: Intention = {},
): Promise<AccountOutcome> {
  const refused = await refuseBeyondLimit(`recovery ${visitor.address}`, ACCOUNT_LIMITS.recovery)
  return refused ?? hideDuration(() => mailAccountLink(normalEmail(email), 'reset', intention))
}

/**
 * Sets a new password by the link of the e-mail, which also confirms the address. All sessions of the person end, and
 * the counts of sign-ins into the account start again.
 */
export async function resetPassword(
  visitor: Visitor,
  token: string,
  password: string,
): Promise<AccountOutcome> {
  const refused = await refuseBeyondLimit(`link ${visitor.address}`, ACCOUNT_LIMITS.link)
  if (refused) return refused
  const person = await personOfLink('reset', token)
  if (!person) return refuse('invalid-link')
  const tooWeak = refuseWeakPassword(password, person)
  if (tooWeak) return tooWeak

  const hash = await hashPassword(password)
  // A confirmed person has no sign-up, so the hash '' finds none.
  const signUpHash = person.emailVerified ? '' : await hashSignUpPassword(person.email, password)
  const outcome = await inTransaction<AccountOutcome>(async (tx) => {
    // Every command locks the person before their tokens.
    await lockPerson(tx, person.id)
    if ((await consumeToken('reset', token)) !== person.id) return refuse('invalid-link')
    // The names are those of a sign-up with the same password: the newest sign-up may be a stranger's.
    await confirmPerson(tx, person, person.id, await findSignUp(tx, person.id, signUpHash))
    await replacePassword(tx, person, hash, 'password_reset')
    await logSignInEvent(tx, person.id, 'recovered', visitor)
    return { ok: true }
  })
  if (outcome.ok) await resetSignInAttempts(visitor, person.email)
  return outcome
}
