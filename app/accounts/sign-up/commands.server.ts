import { eq } from 'drizzle-orm'
import { inTransaction } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { enqueueEmail } from '../../mail/outbox.server'
import { refuse } from '../../runtime/outcome.rules'
import { alreadyRegistered, confirmAddressEmail } from '../emails'
import { hideDuration, refuseBeyondLimit, refuseTooManyEmails, refuseWeakPassword } from '../guard.server'
import type { Intention } from '../intention.rules'
import { mailAccountLink } from '../mail-link.server'
import { issueLink, personOfLink } from '../one-time-tokens.server'
import { confirmSignUp, lockPerson, openSession, storeSignUp } from '../people.server'
import type { AccountOutcome, AccountRefused } from '../refusals.rules'
import { normalEmail, type OpenedSession, personFrom, type SignUpFacts, type Visitor } from '../rules'
import { hashSignUpPassword } from '../sign-ups.queries.server'

/**
 * Signs up. The answer and its time are the same for every address. An unconfirmed address gets the link that confirms
 * the sign-up. A confirmed address gets an e-mail that says so, and its account stays as it is. Beyond the limit of
 * e-mails (`refuseTooManyEmails`) no e-mail leaves; a sign-up with an unconfirmed address is stored all the same. The
 * link carries `intention`.
 */
export async function signUp(
  visitor: Visitor,
  facts: SignUpFacts,
  intention: Intention = {},
): Promise<AccountOutcome> {
  const person = personFrom(facts)
  const refused =
    refuseWeakPassword(facts.password, person) ??
    (await refuseBeyondLimit(`sign-up ${visitor.address}`, ACCOUNT_LIMITS.signUp))
  if (refused) return refused

  return hideDuration(async () => {
    // Hashed before the transaction, which would block the embedded database.
    const hash = await hashSignUpPassword(person.email, facts.password)
    const emailRefusal = await refuseTooManyEmails('sign-up', person.email)
    await inTransaction(async (tx) => {
      const profile = await storeSignUp(tx, 'self', person, hash)
      if (emailRefusal) return
      if (profile) {
        const url = await issueLink('confirm', profile.id, intention)
        await enqueueEmail(tx, confirmAddressEmail({ ...person, url }))
      } else {
        const [owner] = await tx.select().from(profiles).where(eq(profiles.email, person.email))
        if (owner) await enqueueEmail(tx, alreadyRegistered(owner))
      }
    })
    return { ok: true }
  })
}

/**
 * Confirms a sign-up by its link and its password. Opens a session, whose cookie `headers` set, unless the visitor is
 * signed in as another person (`opensSession`). It asks for the password because the link proves only who reads the
 * mailbox, not who signed up. Refuses an address that is confirmed already.
 */
export async function confirmAddress(
  visitor: Visitor,
  token: string,
  password: string,
  { opensSession = true }: { opensSession?: boolean } = {},
): Promise<OpenedSession | AccountRefused> {
  const refused = await refuseBeyondLimit(`link ${visitor.address}`, ACCOUNT_LIMITS.link)
  if (refused) return refused
  const linkOwner = await personOfLink('confirm', token)
  if (!linkOwner) return refuse('invalid-link')
  if (linkOwner.emailVerified) return refuse('already-confirmed')
  const tooMany = await refuseBeyondLimit(`confirm ${linkOwner.id}`, ACCOUNT_LIMITS.passwordCheck)
  if (tooMany) return tooMany

  const hash = await hashSignUpPassword(linkOwner.email, password)
  return inTransaction(async (tx) => {
    const person = await lockPerson(tx, linkOwner.id)
    if (!person) return refuse('invalid-link')
    if (person.emailVerified) return refuse('already-confirmed')
    if (!(await confirmSignUp(tx, person, person.id, hash))) return refuse('other-password')
    const headers = opensSession ? await openSession(tx, person, visitor, 'entered') : new Headers()
    return { ok: true, headers }
  })
}

/**
 * Mails the link that confirms a sign-up again. The answer and its time are the same for every address. The link
 * carries `intention`.
 */
export async function resendConfirmation(
  visitor: Visitor,
  email: string,
  intention: Intention = {},
): Promise<AccountOutcome> {
  const refused = await refuseBeyondLimit(`resend ${visitor.address}`, ACCOUNT_LIMITS.resend)
  return refused ?? hideDuration(() => mailAccountLink(normalEmail(email), 'confirm', intention))
}
