import { eq } from 'drizzle-orm'
import { roleChanged } from '../accounts/emails'
import { isOneTimeTokenOf } from '../accounts/one-time-tokens.server'
import { endSessions, giveRole, lockAndCountAdministrators, lockPersonFor } from '../accounts/people.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { type Actor, type Admin, mayGiveRole, normalEmail, type Role, SYSTEM } from '../accounts/rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { profiles, verifications } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { refuse } from '../runtime/outcome.rules'

/**
 * Gives another role to a person, who may be the acting administrator too, as long as one administrator remains. The
 * sessions of the person end, and an e-mail names the new role.
 */
export async function changeRole(admin: Admin, personId: string, role: Role): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, admin, personId)
    return locked.ok ? changeRoleOfLocked(tx, admin, locked.person, role, locked.administrators) : locked
  })
}

/**
 * Makes the person with this e-mail an administrator, for programs on the server. Does nothing for an administrator.
 */
export async function promoteFromConsole(email: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const administrators = await lockAndCountAdministrators(tx)
    const hasEmail = eq(profiles.email, normalEmail(email))
    const [person] = await tx.select().from(profiles).where(hasEmail).for('update')
    if (!person) return refuse('unknown-person')
    return person.role === 'admin'
      ? { ok: true }
      : changeRoleOfLocked(tx, SYSTEM, person, 'admin', administrators)
  })
}

/**
 * Gives a role to a person whose row is locked. All their sessions end, since they carry the old role, and the next
 * sign-in may ask for a longer password; one that waits for a code begins anew, and links that were mailed before are
 * invalid. `administrators`: how many there are.
 */
async function changeRoleOfLocked(
  tx: Transaction,
  actor: Actor,
  person: typeof profiles.$inferSelect,
  role: Role,
  administrators: number,
): Promise<AccountOutcome> {
  const allowed = mayGiveRole(person, role, administrators)
  if (!allowed.ok) return allowed
  await giveRole(tx, actor, person, role)
  await endSessions(tx, person.id)
  await tx.delete(verifications).where(isOneTimeTokenOf(person.id))
  await enqueueEmail(tx, roleChanged({ ...person, role }))
  return { ok: true }
}
