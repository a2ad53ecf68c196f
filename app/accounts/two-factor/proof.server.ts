import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { db, type Transaction } from '../../database/client.server'
import { backupCodes, secondFactors } from '../../database/schema'
import { seal, unseal } from '../../database/secret.server'
import { resetAttempts } from '../../http/rate-limit.server'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { refuse } from '../../runtime/outcome.rules'
import { refuseBeyondLimit } from '../guard.server'
import { hashPassword, verifyPassword } from '../passwords/hashing.server'
import type { AccountRefused } from '../refusals.rules'
import {
  appCodeFrom,
  BACKUP_CODE_COUNT,
  BACKUP_CODE_LENGTH,
  backupCodeFrom,
  backupCodeOf,
  CODE_FIELD_MAX,
} from './rules'

/** The purpose for which the key of a second factor is sealed (`seal`). */
const KEY_PURPOSE = 'second factor'

/** The field of a code, of the app or a backup code. */
export const codeField = z
  .string('Scrivi il codice')
  .trim()
  .min(1, 'Scrivi il codice')
  .max(CODE_FIELD_MAX, 'Il codice è troppo lungo')

/** A code that was right and is not used yet: the time step of a code of the app, or the id of a backup code. */
export type Proof = { step: number } | { backupCodeId: string }

// `otpauth` makes codes of six digits for thirty seconds if nothing else is asked of it.

/** Makes the key that app and site share: 160 bits (RFC 4226), in base32. */
export const newKey = () => new Secret({ size: 20 }).base32

/** The `otpauth:` address with which an app reads a key. */
export function keyUri(key: string, { issuer, email }: { issuer: string; email: string }): string {
  return new TOTP({ issuer, label: email, secret: key }).toString()
}

/** Returns the time step to which a code of the app belongs, the present one or a neighbour; null for a wrong code. */
export function timeStepOf(key: string, typed: string, now = Date.now()): number | null {
  const token = appCodeFrom(typed)
  const totp = new TOTP({ secret: key })
  const delta = token && totp.validate({ token, timestamp: now })
  return typeof delta === 'number' ? totp.counter({ timestamp: now }) + delta : null
}

export const sealKey = (userId: string, key: string) => seal(KEY_PURPOSE, userId, key)

/**
 * Whether the second factor of a person has this key and was last used at this time step: the same form was sent
 * before.
 */
export async function isLastProof(
  tx: Transaction,
  userId: string,
  key: string,
  step: number,
): Promise<boolean> {
  const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return factor?.lastStep === step && (await unseal(KEY_PURPOSE, userId, factor.secret)) === key
}

/**
 * Must not run in a transaction. Counts an attempt under `limitKey`, refuses it beyond `ACCOUNT_LIMITS.code`, else runs
 * `check`. Null from `check` is refused as a wrong code; any other result is returned and resets the count.
 */
export async function limitAttempts<Result>(
  limitKey: string,
  check: () => Promise<Result | null>,
): Promise<Result | AccountRefused> {
  const refused = await refuseBeyondLimit(limitKey, ACCOUNT_LIMITS.code)
  if (refused) return refused
  const result = await check()
  if (result === null) return refuse('wrong-code')
  await resetAttempts(limitKey)
  return result
}

/**
 * Checks a typed code, of the app or a backup code, and returns its proof for `consumeProof`. Call it outside of a
 * transaction: it compares every backup code, and hashing is slow.
 */
export function checkCode(userId: string, typed: string): Promise<Proof | AccountRefused> {
  return limitAttempts(`code ${userId}`, () => findProof(userId, typed))
}

async function findProof(userId: string, typed: string): Promise<Proof | null> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (!factor) return null
  const backupCode = backupCodeFrom(typed)
  if (backupCode) {
    const codes = await db.select().from(backupCodes).where(eq(backupCodes.userId, userId))
    const matches = await Promise.all(codes.map(({ hash }) => verifyPassword({ password: backupCode, hash })))
    const match = codes[matches.indexOf(true)]
    return match ? { backupCodeId: match.id } : null
  }
  const key = await unseal(KEY_PURPOSE, userId, factor.secret)
  const step = key && timeStepOf(key, typed)
  return step && step > factor.lastStep ? { step } : null
}

/** Consumes a proof. Of concurrent uses one succeeds; false for a proof that was used since it was checked. */
export async function consumeProof(tx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const consumed =
    'step' in proof
      ? await tx
          .update(secondFactors)
          .set({ lastStep: proof.step })
          .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, proof.step)))
      : await tx
          .delete(backupCodes)
          .where(and(eq(backupCodes.userId, userId), eq(backupCodes.id, proof.backupCodeId)))
  return consumed.rowCount === 1
}

export const newBackupCodes = () =>
  Array.from({ length: BACKUP_CODE_COUNT }, () => backupCodeOf(randomBytes(BACKUP_CODE_LENGTH)))

export const hashBackupCodes = (codes: string[]) => Promise.all(codes.map((code) => hashPassword(code)))
