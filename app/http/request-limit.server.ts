import { normalizeIP } from '@better-auth/core/utils/ip'
import type { Context } from 'hono'
import { env } from '../runtime/env.server'
import { refuse } from './refuse.server'
import type { Site } from './request-log.server'

/** Concurrent requests of one address (IPv6: of one /64). */
const MOST = 100
const TOO_MANY = 'Troppe richieste insieme: riprova tra qualche secondo.'

const answering = new Map<string, number>()

export async function limitRequests(c: Context<Site>, next: () => Promise<void>) {
  const address = normalizeIP(c.get('requestContext').address)
  const count = answering.get(address) ?? 0
  if (count >= MOST) return refuse(c, 429, TOO_MANY, { 'Retry-After': '5', ...closing() })
  answering.set(address, count + 1)
  try {
    await next()
  } finally {
    const rest = (answering.get(address) ?? 1) - 1
    if (rest > 0) answering.set(address, rest)
    else answering.delete(address)
  }
}

/** The connection of a caller closes. A proxy's connection serves other callers too. */
const closing = () => (env.trustProxy ? undefined : { Connection: 'close' })
