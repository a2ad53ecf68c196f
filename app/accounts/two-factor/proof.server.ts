import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { db, type Transaction } from '../../database/client.server'
import { backupCodes, secondFactors } from '../../database/schema'
import { seal, unseal } from '../../database/secret.server'
import { resetAttempts } from '../../http/rate-limit.server'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { refuse } from '../../runtime/outcome.rules'
import { refuseBeyondLimit } from '../guard.server'
import { hashPassword, verifyPassword } from '../passwords/hashing.server'
import type { AccountRefused } from '../refusals.rules'
import { appCodeFrom, BACKUP_CODES, backupCodeFrom, backupCodeOf, DIGITS, PERIOD } from './rules'

const PURPOSE = 'second factor'

/** A valid code that is not used yet. */
export type Proof = { step: number } | { backupCode: string }

/** Base32, 160 bits (RFC 4226). */
export const newKey = () => new Secret({ size: 20 }).base32

export function keyUri(key: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ issuer, label: email, secret: key, digits: DIGITS, period: PERIOD }).toString()
}

/** The time step of the code: the present one or a neighbour; else null. */
export function stepOf(key: string, typed: string, now = Date.now()): number | null {
  const token = appCodeFrom(typed)
  const delta =
    token && TOTP.validate({ token, secret: Secret.fromBase32(key), digits: DIGITS, timestamp: now })
  return typeof delta === 'number' ? Math.floor(now / 1000 / PERIOD) + delta : null
}

export const sealKey = (userId: string, key: string) => seal(PURPOSE, userId, key)

/** Whether this key is the factor and this step its last. */
export async function isLastProof(
  tx: Transaction,
  userId: string,
  key: string,
  step: number,
): Promise<boolean> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return factor?.lastStep === step && (await unseal(PURPOSE, userId, factor.secret)) === key
}

/** Refuses beyond the limit of codes. Null from `check` is a wrong code; anything else resets the count. */
export async function limitAttempts<Found>(
  attempts: string,
  check: () => Promise<Found | null>,
): Promise<Found | AccountRefused> {
  const refused = await refuseBeyondLimit(attempts, ACCOUNT_LIMITS.code)
  if (refused) return refused
  const found = await check()
  if (found === null) return refuse('wrong-code')
  await resetAttempts(attempts)
  return found
}

/** Checks a code outside of the transaction, since hashing is slow. Every backup code is compared. */
export function proofIn(userId: string, typed: string): Promise<Proof | AccountRefused> {
  return limitAttempts(`code ${userId}`, () => find(userId, typed))
}

async function find(userId: string, typed: string): Promise<Proof | null> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (!factor) return null
  const password = backupCodeFrom(typed)
  if (password) {
    const codes = await db.select().from(backupCodes).where(eq(backupCodes.userId, userId))
    const fits = await Promise.all(codes.map(({ hash }) => verifyPassword({ password, hash })))
    const found = codes[fits.indexOf(true)]
    return found ? { backupCode: found.id } : null
  }
  const key = await unseal(PURPOSE, userId, factor.secret)
  const step = key && stepOf(key, typed)
  return step ? { step } : null
}

/** Consumes a proof: of concurrent uses one succeeds. */
export async function spend(tx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const spent =
    'step' in proof
      ? await tx
          .update(secondFactors)
          .set({ lastStep: proof.step })
          .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, proof.step)))
      : await tx
          .delete(backupCodes)
          .where(and(eq(backupCodes.userId, userId), eq(backupCodes.id, proof.backupCode)))
  return spent.rowCount === 1
}

export const newBackupCodes = () => Array.from({ length: BACKUP_CODES }, () => backupCodeOf(randomBytes(12)))

export const hashed = (codes: string[]) => Promise.all(codes.map((code) => hashPassword(code)))
