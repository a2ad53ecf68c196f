import { setTimeout as pause } from 'node:timers/promises'
import { db } from '../database/client.server'
import { countAttempt, type Limit, resetAttempts } from '../http/rate-limit.server'
import { ACCOUNT_LIMITS } from '../http/rate-limits.rules'
import { refuse } from '../runtime/outcome.rules'
import { whyGuessable } from './passwords/guessable.server'
import { verifyPassword } from './passwords/hashing.server'
import { passwordWeaknesses } from './passwords/rules'
import { passwordHashOf } from './people.server'
import type { AccountRefused } from './refusals.rules'
import type { Member } from './rules'

export async function refuseBeyondLimit(key: string, limit: Limit): Promise<AccountRefused | null> {
  const { allowed, retryAfter } = await countAttempt(key, limit)
  return allowed ? null : { ok: false, refusal: 'limited', retryAfter }
}

export function refuseWeakPassword(
  password: string,
  person: Parameters<typeof passwordWeaknesses>[1],
): AccountRefused | null {
  const weaknesses = passwordWeaknesses(password, person)
  const guessable = weaknesses.length === 0 && whyGuessable(password)
  const reasons = guessable ? [guessable] : weaknesses
  return reasons.length > 0 ? { ok: false, refusal: 'weak-password', reasons } : null
}

export async function refuseWrongPassword(member: Member, password: string): Promise<AccountRefused | null> {
  const limitKey = `password ${member.id}`
  const refused = await refuseBeyondLimit(limitKey, ACCOUNT_LIMITS.passwordCheck)
  if (refused) return refused
  const isRight = await verifyPassword({ password, hash: await passwordHashOf(db, member.id) })
  if (!isRight) return refuse('wrong-password')
  await resetAttempts(limitKey)
  return null
}

/** Limits the e-mails of each kind that forms send to one unconfirmed address, whether or not it has an account. */
export async function refuseTooManyEmails(
  kind: 'sign-up' | 'confirmation' | 'recovery' | 'new-email' | 'invitation',
  email: string,
): Promise<AccountRefused | null> {
  const { allowed, retryAfter } = await countAttempt(`mailbox ${kind} ${email}`, ACCOUNT_LIMITS.mailbox)
  return allowed ? null : { ok: false, refusal: 'too-many-emails', retryAfter }
}

const RESPONSE_STEP_MS = 250

/**
 * Delays a response to a multiple of 250 ms, to hide registered addresses. `mayAnswerAtOnce`: true for results that do not
 * show whether an address has an account.
 */
export async function hideDuration<Result>(
  work: () => Promise<Result>,
  mayAnswerAtOnce: (result: Result) => boolean = () => false,
): Promise<Result> {
  const start = performance.now()
  const result = await work()
  if (!mayAnswerAtOnce(result))
    await pause(RESPONSE_STEP_MS - ((performance.now() - start) % RESPONSE_STEP_MS))
  return result
}
