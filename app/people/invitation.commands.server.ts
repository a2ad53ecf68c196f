import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invitation } from '../accounts/emails'
import { refuseTooManyEmails } from '../accounts/guard.server'
import { issueInvitation } from '../accounts/one-time-tokens.server'
import { lockPersonFor, lockRolesFor } from '../accounts/people.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { mayInviteAgain, normalEmail, type ProfileFacts, profileFrom, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { profiles } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { refuse } from '../runtime/outcome.rules'

/**
 * Creates the account of a person whom the office enters, without a password. The person gets a link to choose one,
 * which also confirms the e-mail. Refuses an e-mail that has an account or a sign-up.
 */
export async function invitePerson(
  staff: Staff,
  facts: ProfileFacts & { email: string },
): Promise<AccountOutcome<{ id: string }>> {
  const person = { id: randomUUID(), email: normalEmail(facts.email), ...profileFrom(facts) }
  const refused = await refuseTooManyEmails('invitation', person.email)
  if (refused) return refused
  return inTransaction(async (tx) => {
    const locked = await lockRolesFor(tx, staff)
    if (!locked.ok) return locked
    const created = await tx
      .insert(profiles)
      .values({ ...person, invitedAt: new Date() })
      .onConflictDoNothing({ target: profiles.email })
      .returning({ id: profiles.id })
    if (created.length === 0) return refuse('known-email')
    const details = { cause: 'entered_by_office' } as const
    await record(tx, staff, { action: 'create', entity: 'profiles', id: person.id, details })
    await sendInvitation(tx, person)
    return { ok: true, id: person.id }
  })
}

/**
 * Sends another link for choosing a password to a person whom the office entered and who has not chosen one yet.
 */
export async function invitePersonAgain(staff: Staff, personId: string): Promise<AccountOutcome> {
  const [personToInvite] = await db.select().from(profiles).where(eq(profiles.id, personId))
  if (!personToInvite) return refuse('unknown-person')
  const refused = await refuseTooManyEmails('invitation', personToInvite.email)
  if (refused) return refused
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    const { person } = locked
    const allowed = mayInviteAgain(person)
    if (!allowed.ok) return allowed
    const now = new Date()
    await tx.update(profiles).set({ invitedAt: now, updatedAt: now }).where(eq(profiles.id, personId))
    const details = { cause: 'invited_again' } as const
    await record(tx, staff, { action: 'update', entity: 'profiles', id: personId, details })
    await sendInvitation(tx, person)
    return { ok: true }
  })
}

async function sendInvitation(tx: Transaction, person: { id: string; email: string; firstName: string }) {
  const url = await issueInvitation(person.id)
  await enqueueEmail(tx, invitation({ ...person, url }))
}
