import { setTimeout as pause } from 'node:timers/promises'
import { db } from '../database/client.server'
import { forgive, hit, type Limit } from '../http/rate-limit.server'
import { whyGuessable } from './passwords/guessable.server'
import { verifyPassword } from './passwords/hashing.server'
import { passwordWeaknesses } from './passwords/rules'
import { passwordHashOf } from './people.server'
import { LIMITS, type Member, type Refused, refuse } from './rules'

/** Counts an attempt; the refusal, if it was one too many. */
export async function limited(key: string, limit: Limit): Promise<Refused | null> {
  const { allowed, retryAfter } = await hit(key, limit)
  return allowed ? null : { ok: false, refusal: 'limited', retryAfter }
}

/** The refusal of a password that is too easily guessed, or null. */
export function weak(password: string, person: Parameters<typeof passwordWeaknesses>[1]): Refused | null {
  const found = passwordWeaknesses(password, person)
  const guessable = found.length === 0 && whyGuessable(password)
  const reasons = guessable ? [guessable] : found
  return reasons.length > 0 ? { ok: false, refusal: 'weak-password', reasons } : null
}

/** A member is asked for the own password again: the refusal, or null if it is right. */
export async function passwordRefused(member: Member, password: string): Promise<Refused | null> {
  const attempts = `password ${member.id}`
  const refused = await limited(attempts, LIMITS.passwordCheck)
  if (refused) return refused
  const right = await verifyPassword({ password, hash: await passwordHashOf(db, member.id) })
  if (!right) return refuse('wrong-password')
  await forgive(attempts)
  return null
}

/**
 * Counts a letter that an anonymous form sends to an e-mail, each kind for itself; the refusal, if it is one too many.
 * Counted alike whether or not the e-mail is registered.
 */
export async function enoughLetters(
  kind: 'sign-up' | 'confirmation' | 'recovery',
  email: string,
): Promise<Refused | null> {
  const { allowed, retryAfter } = await hit(`mailbox ${kind} ${email}`, LIMITS.mailbox)
  return allowed ? null : { ok: false, refusal: 'enough-letters', retryAfter }
}

const FLOOR = 250

/**
 * Answers at a multiple of a quarter of a second after the start, so that the time does not tell whether an e-mail is
 * registered, on a busy server either. The wait is outside of every transaction and holds nothing. `telling` says
 * which answers need no wait, as they tell that anyway.
 */
export async function steadily<Result>(
  work: () => Promise<Result>,
  telling: (result: Result) => boolean = () => false,
): Promise<Result> {
  const start = performance.now()
  const result = await work()
  if (!telling(result)) await pause(FLOOR - ((performance.now() - start) % FLOOR))
  return result
}
