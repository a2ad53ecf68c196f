import { hkdfSync } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '../database/client.server'
import { signUps } from '../database/schema'
import { secretFor } from '../database/secret.server'
import { hashPassword } from './passwords/hashing.server'

/** All sign-ups of an address share a salt, so one hash finds the sign-up of a password. */
export async function signUpHash(email: string, password: string): Promise<string> {
  const salt = hkdfSync('sha256', await secretFor('salt of sign-ups'), '', email, 16)
  return hashPassword(password, Buffer.from(salt))
}

/** The newest sign-up with this hash. */
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
