/** Sign-ups that wait for the confirmation of their address. */
import { hkdfSync } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { signUps } from '../database/schema'
import { secretFor } from '../runtime/secret.server'
import { hashPassword } from './passwords/hashing.server'

/**
 * The hash of a password that was chosen at sign-up, or that may have been. All sign-ups of one address have one salt:
 * a single hash finds the sign-up of a password among any number of them.
 */
export async function signUpHash(email: string, password: string): Promise<string> {
  const salt = hkdfSync('sha256', await secretFor('salt of sign-ups'), '', email, 16)
  return hashPassword(password, Buffer.from(salt))
}

/** The facts of a person's newest sign-up with this hash, or undefined. */
export async function signUpWith(tx: Pick<Transaction, 'select'>, userId: string, hash: string) {
  const { firstName, lastName, company, phone } = signUps
  const [found] = await tx
    .select({ firstName, lastName, company, phone })
    .from(signUps)
    .where(and(eq(signUps.userId, userId), eq(signUps.password, hash)))
    .orderBy(desc(signUps.id))
    .limit(1)
  return found
}
