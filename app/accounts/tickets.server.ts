import { randomBytes } from 'node:crypto'
import { env } from '../platform/env.server'
import { identity } from './identity.server'
import { AUTH_PATHS } from './rules'

/** What the links in our letters are good for, where they lead, and for how many hours. */
const PURPOSES = {
  confirm: { path: AUTH_PATHS.confirm, hours: 24 },
  reset: { path: AUTH_PATHS.reset, hours: 1 },
} as const
type Purpose = keyof typeof PURPOSES
const FORM = /^[\w-]{32}$/

/**
 * Makes a link with a secret in it. Better Auth keeps the secret's hash, with `value`, in `verifications`; within
 * a transaction that row is part of it. `extra` travels in the link, unsigned: it may only be a convenience.
 */
export async function issueLink(purpose: Purpose, value: string, extra: Record<string, string> = {}) {
  const { path, hours } = PURPOSES[purpose]
  const token = randomBytes(24).toString('base64url')
  const { internalAdapter } = await (await identity()).$context
  await internalAdapter.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value,
    expiresAt: new Date(Date.now() + hours * 3_600_000),
  })
  return `${env.publicOrigin}${path}?${new URLSearchParams({ token, ...extra })}`
}

/** The value behind a link that is still valid, which it stays; else undefined. */
export async function readTicket(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined
  const { internalAdapter } = await (await identity()).$context
  const ticket = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return ticket && ticket.expiresAt > new Date() ? ticket.value : undefined
}

/** As `readTicket`, and the link is used up: of several at once, one succeeds. */
export async function spendTicket(purpose: Purpose, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined
  const { internalAdapter } = await (await identity()).$context
  const ticket = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
  return ticket?.value
}
