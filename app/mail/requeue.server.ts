import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { formerEmails, outgoingMail, profiles } from '../database/schema'
import { hasSecretLink } from '../runtime/secret-links'
import { MAIL_TOPICS } from './kinds.rules'

/**
 * Kinds of e-mail that concern an account, whatever its address. All others go to an address as such: the office, a
 * visitor who wrote, the owner of an address that is to be confirmed or was given up.
 */
const KINDS_FOR_PEOPLE = [
  ...MAIL_TOPICS.iscrizioni.kinds,
  ...MAIL_TOPICS.corsi.kinds,
  'edition-message',
  'person-message',
]

/**
 * SQL: the present address of whoever had the address of an e-mail when it was written; that address itself if they
 * still have it, if another person has it now, or if it was nobody's. A sign-up that is not confirmed is no other person.
 * `mail`: the table or alias of the e-mails.
 */
export const presentAddress = (mail: SQLWrapper) => sql<string>`coalesce((select person.email
  from ${formerEmails} as former join ${profiles} as person on person.id = former.user_id
  where former.email = ${mail}.to_address and former.ended_at >= ${mail}.created_at
    and person.email not like '%.invalid'
    and not exists (select from ${profiles} as owner where owner.email = ${mail}.to_address
      and (owner.email_verified or owner.invited_at is not null))
  order by former.ended_at limit 1), ${mail}.to_address)`

/**
 * Puts the undelivered e-mails that meet the condition back into the outbox, due now; their attempts and last errors
 * stay. If the person has changed the address since, the e-mail goes to the present one, unless it has a secret link.
 * @returns the e-mails that were put back
 */
export async function requeueUndelivered(tx: Transaction, condition: SQL | undefined) {
  const { id, toAddress, failedAt } = outgoingMail
  const isUndelivered = and(condition, isNotNull(failedAt))
  await redirectEmails(tx, isUndelivered)
  return tx
    .update(outgoingMail)
    .set({ failedAt: null, refusedSince: null, dueAt: sql`now()` })
    .where(isUndelivered)
    .returning({ id, address: toAddress })
}

/**
 * Sends the e-mails that wait for an address to the present address of the person who had it, unless they have a secret
 * link. One whose delivery has begun stays as it is until the attempt has failed (`redirectRefused`).
 */
export async function redirectQueued(tx: Transaction, formerAddress: string): Promise<void> {
  const { toAddress, sentAt, failedAt, leasedUntil } = outgoingMail
  const isNotLeased = or(isNull(leasedUntil), lte(leasedUntil, sql`now()`))
  await redirectEmails(tx, and(eq(toAddress, formerAddress), isNull(sentAt), isNull(failedAt), isNotLeased))
}

/** Tries an e-mail that was refused at its address again, if its person has got another address since. */
export async function redirectRefused(tx: Transaction, id: number): Promise<void> {
  if ((await redirectEmails(tx, eq(outgoingMail.id, id))).length > 0)
    await tx.update(outgoingMail).set({ failedAt: null, dueAt: sql`now()` }).where(eq(outgoingMail.id, id))
}

/**
 * Writes the present address of the person into the e-mails that meet the condition. An e-mail with a secret link keeps
 * its address: the change of address has made the link invalid. One that waits for its next attempt is due now.
 * @returns the ids of the e-mails that have another address now
 */
async function redirectEmails(tx: Transaction, condition: SQL | undefined): Promise<number[]> {
  const { id, kind, toAddress, text, html, attempts, dueAt } = outgoingMail
  const movedEmails = await tx
    .select({ id, text, html })
    .from(outgoingMail)
    .where(and(condition, inArray(kind, KINDS_FOR_PEOPLE), ne(toAddress, presentAddress(outgoingMail))))
  const idsToRedirect = movedEmails
    .filter((email) => !hasSecretLink(email.text) && !hasSecretLink(email.html))
    .map((email) => email.id)
  if (idsToRedirect.length === 0) return []
  await tx
    .update(outgoingMail)
    .set({
      toAddress: presentAddress(outgoingMail),
      refusedSince: null,
      dueAt: sql`case when ${attempts} > 0 then least(${dueAt}, now()) else ${dueAt} end`,
    })
    .where(and(condition, inArray(id, idsToRedirect)))
  return idsToRedirect
}
