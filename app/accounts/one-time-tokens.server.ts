import { eq, like, or } from 'drizzle-orm'
import { COOKIES } from '../content/cookies'
import { verifications } from '../database/schema'
import { likeLiteral } from '../database/search.server'
import { signedCookie } from '../http/cookies.server'
import { env } from '../runtime/env.server'
import { isToken, newToken } from '../runtime/token.server'
import { destinationQuery } from './destination.rules'
import { AUTH_PATHS } from './pages.rules'
import { INVITATION, LINK_LASTS } from './rules'
import { auth } from './session-cookie.server'

/** How long a token is valid, in seconds. */
const LASTS = {
  confirm: LINK_LASTS.confirm.seconds,
  email: LINK_LASTS.email.seconds,
  reset: LINK_LASTS.reset.seconds,
  code: COOKIES.codice.seconds,
} as const
type Purpose = keyof typeof LASTS
/** The cookie that proves a correct password until the code of the second factor is given. */
export const codeTicket = signedCookie<string>('codice')

/** Creates a token that stands for `value` and stores only its hash, in the running transaction. */
export async function issueToken(
  purpose: Purpose,
  value: string,
  seconds: number = LASTS[purpose],
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

/**
 * What a person wanted when the link was sent: `course`, the slug of a course to ask for, or `destination`, a page to
 * open. The link carries both unsigned.
 */
export type Onward = { course?: string | undefined; destination?: string | null | undefined }

export function onwardQuery({ course, destination }: Onward): Record<string, string> {
  return { ...(course && { corso: course }), ...destinationQuery(destination) }
}

/**
 * Creates a token for `value` and returns the address of its page. `extra`: further parameters of the address, which
 * are not signed.
 */
export async function issueLink(
  purpose: 'confirm' | 'email' | 'reset',
  value: string,
  extra: Record<string, string> = {},
): Promise<string> {
  const token = await issueToken(purpose, value)
  return `${env.publicOrigin}${AUTH_PATHS[purpose]}?${new URLSearchParams({ token, ...extra })}`
}

/**
 * Returns the link with which a person whom the office entered chooses a first password. It is a reset link that is
 * valid for longer.
 */
export async function issueInvitation(userId: string): Promise<string> {
  const token = await issueToken('reset', userId, LINK_LASTS.invitation.seconds)
  return `${env.publicOrigin}${AUTH_PATHS.reset}?${new URLSearchParams({ token, [INVITATION]: '1' })}`
}

/** Returns the value of a token without consuming it; undefined for an invalid or expired token. */
export async function readToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const ticket = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return ticket && ticket.expiresAt > new Date() ? ticket.value : undefined
}

/** Consumes a token and returns its value. Of concurrent uses one succeeds; the others get undefined. */
export async function spendToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const ticket = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
  return ticket?.value
}

/**
 * The condition of all one-time tokens of a person: the value is the id of the person, or begins with it
 * (`emailOffer`).
 */
export const oneTimeTokensOf = (userId: string) => or(eq(verifications.value, userId), emailOffersTo(userId))
export const emailOffersTo = (userId: string) => like(verifications.value, `${likeLiteral(userId)} %`)
/** The value of a token that changes the e-mail of a person. */
export const emailOffer = (userId: string, email: string) => `${userId} ${email}`
