import { eq, like, or } from 'drizzle-orm'
import { COOKIES } from '../content/cookies'
import { db } from '../database/client.server'
import { profiles, verifications } from '../database/schema'
import { escapeLike } from '../database/search.server'
import { signedCookie } from '../http/cookies.server'
import { env } from '../runtime/env.server'
import { isToken, newToken } from '../runtime/token.server'
import { type Intention, withIntention } from './intention.rules'
import { AUTH_PATHS } from './pages.rules'
import { INVITATION_PARAMETER, LINK_LIFETIMES } from './rules'
import { auth } from './session-cookie.server'

/**
 * Seconds for which a token is valid. The keys are the purposes of tokens: `confirm` a sign-up, change the `email`,
 * `reset` the password, type the `code` of the second factor.
 */
const LIFETIMES = {
  confirm: LINK_LIFETIMES.confirm.seconds,
  email: LINK_LIFETIMES.email.seconds,
  reset: LINK_LIFETIMES.reset.seconds,
  code: COOKIES.codice.seconds,
} as const
type Purpose = keyof typeof LIFETIMES

/** The page that the link of each purpose opens. */
const LINK_PATHS = {
  confirm: AUTH_PATHS.confirm,
  email: AUTH_PATHS.newEmail,
  reset: AUTH_PATHS.reset,
} as const

/** The cookie with the token that proves a correct password until the code of the second factor is typed. */
export const passwordProofCookie = signedCookie<string>('codice')

/**
 * Creates a token for `value` that is valid for `seconds`. Better Auth stores only its hash (`storeIdentifier`), in the
 * running transaction if there is one (`session-cookie.server.ts`).
 */
export async function issueToken(
  purpose: Purpose,
  value: string,
  seconds: number = LIFETIMES[purpose],
): Promise<string> {
  const token = newToken()
  const { internalAdapter } = await (await auth()).$context
  await internalAdapter.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value,
    expiresAt: new Date(Date.now() + seconds * 1_000),
  })
  return token
}

/** Creates a token for `value` and returns the address of its page, which carries `intention`. */
export async function issueLink(
  purpose: keyof typeof LINK_PATHS,
  value: string,
  intention: Intention = {},
): Promise<string> {
  const token = await issueToken(purpose, value)
  return env.publicOrigin + withIntention(`${LINK_PATHS[purpose]}?token=${token}`, intention)
}

/**
 * Returns the link with which a person whom the office entered chooses a first password. It is a reset link that is
 * valid for longer.
 */
export async function issueInvitation(userId: string): Promise<string> {
  const token = await issueToken('reset', userId, LINK_LIFETIMES.invitation.seconds)
  return `${env.publicOrigin}${LINK_PATHS.reset}?token=${token}&${INVITATION_PARAMETER}=1`
}

/** Returns the value of a token without consuming it; undefined for an invalid or expired token. */
export async function readToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const stored = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return stored && stored.expiresAt > new Date() ? stored.value : undefined
}

/** Returns the person to whom a link was mailed, without consuming its token; undefined for an invalid link. */
export async function personOfLink(purpose: 'confirm' | 'reset', token: string) {
  const userId = await readToken(purpose, token)
  const [person] = userId ? await db.select().from(profiles).where(eq(profiles.id, userId)) : []
  return person
}

/** Consumes a token and returns its value. Of concurrent uses one succeeds; the others get undefined. */
export async function consumeToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const stored = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
  return stored?.value
}

/**
 * The condition that a row of `verifications` is a token of the person: its value is the id of the person, or begins
 * with it (`newEmailTokenValue`).
 */
export const isOneTimeTokenOf = (userId: string) =>
  or(eq(verifications.value, userId), isNewEmailTokenOf(userId))
/** The condition that a row of `verifications` is a token that changes the e-mail of the person. */
export const isNewEmailTokenOf = (userId: string) => like(verifications.value, `${escapeLike(userId)} %`)
/** The value of a token that changes the e-mail of a person. */
export const newEmailTokenValue = (userId: string, email: string) => `${userId} ${email}`
/** Reads what `newEmailTokenValue` has written; both are '' without a value. */
export function readNewEmailTokenValue(value = ''): { userId: string; email: string } {
  const [userId = '', email = ''] = value.split(' ')
  return { userId, email }
}
