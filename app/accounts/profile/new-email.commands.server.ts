import { and, eq, inArray, sql } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { formerEmails, profiles, seatOffers, userCourses, verifications } from '../../database/schema'
import { isJustNow } from '../../database/sent-twice.server'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { enqueueEmail } from '../../mail/outbox.server'
import { redirectQueued } from '../../mail/requeue.server'
import { refuse } from '../../runtime/outcome.rules'
import { newEmailAsked, newEmailToConfirm } from '../emails'
import { refuseBeyondLimit, refuseTooManyEmails } from '../guard.server'
import {
  consumeToken,
  isNewEmailTokenOf,
  isOneTimeTokenOf,
  issueLink,
  newEmailTokenValue,
  readNewEmailTokenValue,
  readToken,
} from '../one-time-tokens.server'
import { confirmPerson, lockPerson, lockPersonFor } from '../people.server'
import type { AccountOutcome } from '../refusals.rules'
import { mayChangeEmail, normalEmail, type Staff, type Visitor } from '../rules'

/**
 * Sends to a new address the link that makes it the e-mail of a person, and tells the present address if that is
 * confirmed. Only the newest link is valid. If the new address has an account, no e-mail leaves and the outcome is the
 * same.
 */
export async function offerNewEmail(
  staff: Staff,
  personId: string,
  typedEmail: string,
): Promise<AccountOutcome> {
  const email = normalEmail(typedEmail)
  const refused = await refuseTooManyEmails('new-email', email)
  if (refused) return refused
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    const { person } = locked
    const permission = mayChangeEmail(person, email)
    if (!permission.ok) return permission
    if (await isJustOffered(tx, person.id, email)) return { ok: true }

    // Not under the key `email`, which would make this an entry about whoever has the new address.
    const details = { cause: 'new_email', new: { email } } as const
    await record(tx, staff, { action: 'update', entity: 'profiles', id: person.id, details })
    await tx.delete(verifications).where(isNewEmailTokenOf(person.id))
    if ((await tx.$count(profiles, eq(profiles.email, email))) > 0) return { ok: true }
    const url = await issueLink('email', newEmailTokenValue(person.id, email))
    await enqueueEmail(tx, newEmailToConfirm({ email, url }))
    if (person.emailVerified) await enqueueEmail(tx, newEmailAsked({ ...person, newEmail: email }))
    return { ok: true }
  })
}

/** Whether the link for this e-mail was made within the last seconds (`isJustNow`): the form was sent twice. */
async function isJustOffered(tx: Transaction, personId: string, email: string): Promise<boolean> {
  const isSameOffer = eq(verifications.value, newEmailTokenValue(personId, email))
  return (await tx.$count(verifications, and(isSameOffer, isJustNow(verifications.createdAt)))) > 0
}

/**
 * Changes the e-mail of a person by the link that the new address received. Sessions stay open; the other links of the
 * person become invalid, those of offered seats too; e-mails that wait go to the new address. `needsPassword`: the
 * account was not confirmed before, so it has no password.
 */
export async function confirmNewEmail(
  visitor: Visitor,
  token: string,
): Promise<AccountOutcome<{ needsPassword: boolean }>> {
  const refused = await refuseBeyondLimit(`link ${visitor.address}`, ACCOUNT_LIMITS.link)
  if (refused) return refused
  const tokenValue = await readToken('email', token)
  const { userId: id, email } = readNewEmailTokenValue(tokenValue)
  return inTransaction(async (tx) => {
    const person = await lockPerson(tx, id)
    if (!person || (await consumeToken('email', token)) !== tokenValue) return refuse('invalid-link')
    const permission = mayChangeEmail(person, email)
    if (!permission.ok) return permission
    if ((await tx.$count(profiles, eq(profiles.email, email))) > 0) return refuse('email-taken')

    await tx.delete(formerEmails).where(and(eq(formerEmails.userId, id), eq(formerEmails.email, email)))
    await tx
      .insert(formerEmails)
      .values({ userId: id, email: person.email, proven: person.emailVerified })
      .onConflictDoNothing()
    await tx.update(profiles).set({ email, updatedAt: new Date() }).where(eq(profiles.id, id))
    await tx.delete(verifications).where(isOneTimeTokenOf(id))
    await invalidateSeatOfferLinks(tx, id)
    await redirectQueued(tx, person.email)
    const details = { old: { email: person.email }, new: { email } }
    await record(tx, person, { action: 'update', entity: 'profiles', id, details })
    const needsPassword = await confirmPerson(tx, person, id, undefined)
    return { ok: true, needsPassword }
  })
}

/**
 * Invalidates the links of the seats offered to a person: whoever reads the former mailbox could answer them. The
 * person can still answer on the dashboard.
 */
async function invalidateSeatOfferLinks(tx: Transaction, personId: string) {
  const enrolments = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(eq(userCourses.userId, personId))
  await tx
    .update(seatOffers)
    // No token has this hash.
    .set({ tokenHash: sql`${seatOffers.id}::text` })
    .where(inArray(seatOffers.enrolmentId, enrolments))
}
