import { randomBytes } from 'node:crypto'
import { COOKIES } from '../content/cookies'
import { signedCookie } from '../http/cookies.server'
import { env } from '../runtime/env.server'
import { AUTH_PATHS } from './rules'
import { auth } from './session-cookie.server'

/** For how many seconds a ticket is good. Those of the first two travel in the links of letters, the last in a cookie. */
const LASTS = { confirm: 24 * 3_600, reset: 3_600, code: COOKIES.codice.seconds } as const
type Purpose = keyof typeof LASTS
/** The ticket of somebody whose password was right, and who has yet to write the code: good for nothing else. */
export const codeToken = signedCookie<string>('codice')

const FORM = /^[\w-]{32}$/

/**
 * Makes a secret that stands for `value`. Better Auth keeps its hash, with the value, in `verifications`; within a
 * transaction that row is part of it.
 */
export async function issueToken(purpose: Purpose, value: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await (await auth()).$context
  await internalAdapter.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value,
    expiresAt: new Date(Date.now() + LASTS[purpose] * 1_000),
  })
  return token
}

/** A link with such a secret. `extra` travels in it too, unsigned: it may only be a convenience. */
export async function issueLink(
  purpose: 'confirm' | 'reset',
  value: string,
  extra: Record<string, string> = {},
): Promise<string> {
  const token = await issueToken(purpose, value)
  return `${env.publicOrigin}${AUTH_PATHS[purpose]}?${new URLSearchParams({ token, ...extra })}`
}

/** The value behind a secret that is still valid, which it stays; else undefined. */
export async function readToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const ticket = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return ticket && ticket.expiresAt > new Date() ? ticket.value : undefined
}

/** As `readToken`, and the secret is used up: of several at once, one succeeds. */
export async function spendToken(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined
  const { internalAdapter } = await (await auth()).$context
  const ticket = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
  return ticket?.value
}
