// Protects forms against guessing: limits of attempts, checks of passwords, response times that reveal nothing.

import { setTimeout as pause } from 'node:timers/promises'
import { normalizeIP } from '@better-auth/core/utils/ip'
import { db } from '../database/client.server'
import { countAttempt, type Limit, resetAttempts } from '../http/rate-limit.server'
import { ACCOUNT_LIMITS } from '../http/rate-limits.rules'
import { refuse } from '../runtime/outcome.rules'
import { whyGuessable } from './passwords/guessable.server'
import { verifyPassword } from './passwords/hashing.server'
import { passwordWeaknesses } from './passwords/rules'
import { passwordHashOf } from './people.server'
import type { AccountRefused } from './refusals.rules'
import type { Member, Visitor } from './rules'

/**
 * Counts an attempt under `key` and refuses it beyond the limit. The count starts again when its time
 * (`limit.seconds`) is over, or after `resetAttempts`.
 */
export async function refuseBeyondLimit(
  key: string,
  limit: Limit,
  refusal: 'limited' | 'too-many-emails' = 'limited',
): Promise<AccountRefused | null> {
  const { allowed, retryAfter } = await countAttempt(key, limit)
  return allowed ? null : { ok: false, refusal, retryAfter }
}

/**
 * Refuses a new password that has too few or too many characters, is common or guessable, or contains the name or
 * e-mail of the person. `reasons`: Italian sentences.
 */
export function refuseWeakPassword(
  password: string,
  person: Parameters<typeof passwordWeaknesses>[1],
): AccountRefused | null {
  const weaknesses = passwordWeaknesses(password, person)
  const guessableReason = weaknesses.length === 0 && whyGuessable(password)
  const reasons = guessableReason ? [guessableReason] : weaknesses
  return reasons.length > 0 ? { ok: false, refusal: 'weak-password', reasons } : null
}

/**
 * Checks the current password of a member. Each call counts as an attempt, and beyond the limit even the right
 * password is refused; a right password within the limit resets the count.
 */
export async function refuseWrongPassword(member: Member, password: string): Promise<AccountRefused | null> {
  const limitKey = `password ${member.id}`
  const refused = await refuseBeyondLimit(limitKey, ACCOUNT_LIMITS.passwordCheck)
  if (refused) return refused
  const isRight = await verifyPassword({ password, hash: await passwordHashOf(db, member.id) })
  if (!isRight) return refuse('wrong-password')
  await resetAttempts(limitKey)
  return null
}

/**
 * The keys of the counts of sign-ins: into any account from the network of the visitor, into this account from there,
 * and into this account from everywhere.
 */
export function signInKeys({ address }: Visitor, email: string) {
  // The /48 of an IPv6 address; an IPv4 address as it is.
  const network = normalizeIP(address, { ipv6Subnet: 48 })
  return {
    networkKey: `sign-in-network ${network}`,
    accountKey: `sign-in ${network} ${email}`,
    everywhereKey: `sign-in-everywhere ${email}`,
  }
}

/**
 * Resets the counts of sign-ins into an account, from the network of the visitor and from everywhere, once the visitor
 * has shown to be its owner.
 */
export async function resetSignInAttempts(visitor: Visitor, email: string): Promise<void> {
  const { accountKey, everywhereKey } = signInKeys(visitor, email)
  await Promise.all([resetAttempts(accountKey), resetAttempts(everywhereKey)])
}

/**
 * Counts an e-mail of `kind` that a form is about to send to an address, and refuses it beyond
 * `ACCOUNT_LIMITS.mailbox`, whether or not the address has an account. Only the end of the hour resets the count.
 */
export function refuseTooManyEmails(
  kind: 'sign-up' | 'confirmation' | 'recovery' | 'new-email' | 'invitation',
  email: string,
): Promise<AccountRefused | null> {
  return refuseBeyondLimit(`mailbox ${kind} ${email}`, ACCOUNT_LIMITS.mailbox, 'too-many-emails')
}

const RESPONSE_STEP_MS = 250

/**
 * Runs `work` and returns its result after a multiple of `RESPONSE_STEP_MS`, so that the time does not show whether an
 * address has an account. `skipsDelay`: whether a result is returned at once, because the result itself shows that.
 */
export async function hideDuration<Result>(
  work: () => Promise<Result>,
  { skipsDelay = () => false }: { skipsDelay?: (result: Result) => boolean } = {},
): Promise<Result> {
  const start = performance.now()
  const result = await work()
  if (!skipsDelay(result)) await pause(RESPONSE_STEP_MS - ((performance.now() - start) % RESPONSE_STEP_MS))
  return result
}
