import { hkdfSync } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { signUps } from '../database/schema'
import { keyFor } from '../database/secret.server'
import { personOfLink } from './one-time-tokens.server'
import { hashPassword } from './passwords/hashing.server'

/**
 * Hashes the password of a sign-up. The salt depends on the e-mail address alone, so the same address and password
 * always give the same hash, by which `findSignUp` finds the sign-up.
 */
export async function hashSignUpPassword(email: string, password: string): Promise<string> {
  const salt = hkdfSync('sha256', await keyFor('salt of sign-ups'), '', email, 16)
  return hashPassword(password, Buffer.from(salt))
}

/**
 * Finds the names of the sign-up of a person with this password hash; undefined without one. A
 * sign-up is an unconfirmed registration. A person may have several, each with its own names and password, because
 * anybody can sign up with the same address (ADR 4); of those with the same password the newest counts.
 */
export async function findSignUp(tx: Pick<Transaction, 'select'>, userId: string, hash: string) {
  const { firstName, lastName } = signUps
  const [signUp] = await tx
    .select({ firstName, lastName })
    .from(signUps)
    .where(and(eq(signUps.userId, userId), eq(signUps.password, hash)))
    .orderBy(desc(signUps.id))
    .limit(1)
  return signUp
}

/**
 * The state of a link that confirms a sign-up. 'used': the address is confirmed already, by this link or in another
 * way; 'invalid': the token is wrong or expired, or the account is deleted.
 */
export async function confirmationLinkState(token: string): Promise<'open' | 'used' | 'invalid'> {
  const person = await personOfLink('confirm', token)
  if (!person) return 'invalid'
  return person.emailVerified ? 'used' : 'open'
}
