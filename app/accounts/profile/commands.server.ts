import { eq } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { db, inTransaction } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { refuse } from '../../runtime/outcome.rules'
import { refuseWeakPassword, refuseWrongPassword } from '../guard.server'
import { hashPassword } from '../passwords/hashing.server'
import { lockPerson, passwordHashOf, replacePassword, replaceSession } from '../people.server'
import type { AccountRefused } from '../refusals.rules'
import { type Member, type OpenedSession, type ProfileFacts, profileFrom, type Visitor } from '../rules'

/**
 * Changes the password of a member who knows the current one. Every session ends; `headers` set the cookie of a new
 * session. Refuses a weak new password first, then a wrong current one, also if another one was stored meanwhile.
 */
export async function changePassword(
  member: Member,
  currentPassword: string,
  newPassword: string,
  visitor: Visitor,
): Promise<OpenedSession | AccountRefused> {
  const currentHash = await passwordHashOf(db, member.id)
  const refused =
    refuseWeakPassword(newPassword, member) ?? (await refuseWrongPassword(member, currentPassword))
  if (refused) return refused

  const hash = await hashPassword(newPassword)
  return inTransaction(async (tx) => {
    const person = await lockPerson(tx, member.id)
    if ((await passwordHashOf(tx, member.id)) !== currentHash) return refuse('wrong-password')
    // A role that was given meanwhile asks for a longer password.
    const tooWeak = person && refuseWeakPassword(newPassword, person)
    if (tooWeak) return tooWeak
    await replacePassword(tx, member, hash, 'password_changed')
    return { ok: true, headers: await replaceSession(tx, member, visitor) }
  })
}

/**
 * Saves names, phone and company as far as the member has changed them in the form, which began with `before`: the
 * corrections of the office meanwhile stay. Logs the fields that changed; writes nothing if none did. An empty phone or
 * company is stored as null.
 */
export async function updateProfile(
  member: Member,
  facts: ProfileFacts,
  before: ProfileFacts,
): Promise<{ ok: true }> {
  const typed = changes(profileFrom(before), profileFrom(facts)).new
  return inTransaction(async (tx) => {
    const stored = await lockPerson(tx, member.id)
    if (!stored) throw new Error('A member without a profile')
    const details = changes(stored, typed)
    if (Object.keys(details.new).length === 0) return { ok: true }
    await tx
      .update(profiles)
      .set({ ...details.new, updatedAt: new Date() })
      .where(eq(profiles.id, member.id))
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}
