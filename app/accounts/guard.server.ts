import { hit, type Limit } from '../platform/limits.server'
import { whyGuessable } from './guessable.server'
import { LIMITS, passwordWeaknesses, type Refused } from './rules'

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

/** May an anonymous form send one more letter to this e-mail? Counted alike whether or not it is registered. */
export async function mayMail(email: string): Promise<boolean> {
  return (await hit(`mailbox ${email}`, LIMITS.mailbox)).allowed
}

const FLOOR = 250

/**
 * Answers after a quarter of a second even when there is less to do, so that the time does not tell whether an
 * e-mail is registered. The wait is outside of every transaction and holds nothing.
 */
export async function steadily<Result>(work: () => Promise<Result>): Promise<Result> {
  const floor = new Promise((resolve) => setTimeout(resolve, FLOOR))
  const [result] = await Promise.all([work(), floor])
  return result
}
