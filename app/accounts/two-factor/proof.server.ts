import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db, type Transaction } from '../../database/client.server'
import { recoveryCodes, secondFactors } from '../../database/schema'
import { forgive } from '../../http/rate-limit.server'
import { seal, unseal } from '../../runtime/secret.server'
import { limited } from '../guard.server'
import { hashPassword, verifyPassword } from '../passwords/hashing.server'
import { LIMITS, type Refused, refuse } from '../rules'
import { appCodeFrom, DIGITS, PERIOD, RECOVERY_CODES, recoveryCodeFrom, recoveryCodeOf } from './rules'

const PURPOSE = 'second factor'

/** What somebody typed that proves the second factor, until it is spent: a code of the app, or a recovery code. */
export type Proof = { step: number } | { recoveryCode: string }

/** A new key, as apps and people type it (base 32); 160 bits, as RFC 4226 asks. */
export const newKey = () => new Secret({ size: 20 }).base32

/** The address that an app reads from a QR code. */
export function keyUri(key: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ issuer, label: email, secret: key, digits: DIGITS, period: PERIOD }).toString()
}

/** The 30 seconds, counted since 1970, whose code of this key was typed: the present ones, or those beside. Else null. */
export function stepOf(key: string, typed: string, now = Date.now()): number | null {
  const token = appCodeFrom(typed)
  const delta =
    token && TOTP.validate({ token, secret: Secret.fromBase32(key), digits: DIGITS, timestamp: now })
  return typeof delta === 'number' ? Math.floor(now / 1000 / PERIOD) + delta : null
}

/** The key as it is kept: sealed for its owner. */
export const keep = (userId: string, key: string) => seal(PURPOSE, userId, key)

/** Runs a check of a code within the limit of these attempts; null, what is wrong, becomes the refusal. */
export async function counted<Found>(
  attempts: string,
  check: () => Promise<Found | null>,
): Promise<Found | Refused> {
  const refused = await limited(attempts, LIMITS.code)
  if (refused) return refused
  const found = await check()
  if (found === null) return refuse('wrong-code')
  await forgive(attempts)
  return found
}

/**
 * The proof in what was typed, or why there is none. Nothing is spent yet: hashing takes its time, and no transaction waits for it.
 * Every recovery code is compared, whichever fits.
 */
export function proofIn(userId: string, typed: string): Promise<Proof | Refused> {
  return counted(`code ${userId}`, () => find(userId, typed))
}

async function find(userId: string, typed: string): Promise<Proof | null> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (!factor) return null
  const password = recoveryCodeFrom(typed)
  if (password) {
    const codes = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    const fits = await Promise.all(codes.map(({ hash }) => verifyPassword({ password, hash })))
    const found = codes[fits.indexOf(true)]
    return found ? { recoveryCode: found.id } : null
  }
  const key = await unseal(PURPOSE, userId, factor.secret)
  const step = key && stepOf(key, typed)
  return step ? { step } : null
}

/** Uses up a proof: of several uses at once, in whichever process, one succeeds; no older code is accepted after it. */
export async function spend(tx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const spent =
    'step' in proof
      ? await tx
          .update(secondFactors)
          .set({ lastStep: proof.step })
          .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, proof.step)))
      : await tx
          .delete(recoveryCodes)
          .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.id, proof.recoveryCode)))
  return spent.rowCount === 1
}

/** Ten new recovery codes, and the hashes by which they are kept. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(12)))
  return { codes, hashes: await Promise.all(codes.map((code) => hashPassword(code))) }
}
