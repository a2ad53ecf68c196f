import { normalizeIP } from '@better-auth/core/utils/ip'
import type { Context } from 'hono'
import { env } from '../runtime/env.server'
import { createCounter } from './counter.server'
import { refuseRequest } from './refuse.server'
import type { HttpEnv } from './request-log.server'

/** Most concurrent requests of one address (IPv6: of one /64). */
const CONCURRENT_LIMIT = 100
const TOO_MANY = 'Troppe richieste insieme: riprova tra qualche secondo.'

/** The requests that are being answered, by the address of their caller. */
const requests = createCounter()

/** Refuses a request beyond `CONCURRENT_LIMIT` of its address (429). */
export async function limitRequests(c: Context<HttpEnv>, next: () => Promise<void>) {
  const address = normalizeIP(c.get('requestContext').address)
  if (requests.count(address) >= CONCURRENT_LIMIT) return refuseRequest(c, 429, TOO_MANY, refusalHeaders())
  requests.increment(address)
  try {
    await next()
  } finally {
    requests.decrement(address)
  }
}

/** The connection of a refused caller is closed, but not that of a proxy, which serves other callers too. */
function refusalHeaders(): Record<string, string> {
  return env.trustProxy ? { 'Retry-After': '5' } : { 'Retry-After': '5', Connection: 'close' }
}
