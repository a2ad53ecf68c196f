import { and, eq } from 'drizzle-orm'
import { db, inTransaction } from '../database/client.server'
import { profiles } from '../database/schema'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { refuse } from '../runtime/outcome.rules'
import { refuseWeakPassword } from './guard.server'
import { hashPassword } from './passwords/hashing.server'
import { confirmSignUp, giveRole, storeSignUp } from './people.server'
import type { AccountOutcome } from './refusals.rules'
import { normalEmail, personFrom, type Role, type SignUpFacts, SYSTEM } from './rules'

/**
 * Creates an account whose address counts as confirmed, with a role if one is given, for programs on the server.
 * Refuses a weak password and an address that is already confirmed.
 */
export async function createConfirmedAccount(
  facts: SignUpFacts & { role?: Role },
): Promise<AccountOutcome<{ id: string }>> {
  const person = personFrom(facts)
  const refused = refuseWeakPassword(facts.password, { ...person, role: facts.role })
  if (refused) return refused
  const hash = await hashPassword(facts.password)
  return inTransaction(async (tx) => {
    const profile = await storeSignUp(tx, SYSTEM, person, hash)
    if (!profile) return refuse('already-confirmed')
    await confirmSignUp(tx, SYSTEM, profile.id, hash)
    if (facts.role) await giveRole(tx, SYSTEM, { ...profile, role: 'member' }, facts.role)
    return { ok: true, id: profile.id }
  })
}

/**
 * Creates the administrator of ADMIN_EMAIL when the site starts; does nothing without the variables, or once that
 * e-mail is confirmed. Throws when it has to be created and ADMIN_PASSWORD is too weak.
 */
export async function ensureFirstAdmin(): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env
  if (!email || !password) return
  const isConfirmed = and(eq(profiles.email, normalEmail(email)), eq(profiles.emailVerified, true))
  if ((await db.$count(profiles, isConfirmed)) > 0) return
  const facts = { email, password, firstName: 'Amministrazione', lastName: 'Sito', role: 'admin' as const }
  const outcome = await createConfirmedAccount(facts)
  if (outcome.ok) log.info('first administrator created from ADMIN_EMAIL')
  else if (outcome.refusal === 'weak-password')
    throw new Error(`ADMIN_PASSWORD: ${outcome.reasons.join(' ')}`)
}
