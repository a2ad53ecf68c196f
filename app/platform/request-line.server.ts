import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Arrival, arrive } from './arrival.server'
import { log, whileAnswering } from './log.server'

/** What all parts of the server find in Hono's context. */
export type Site = { Bindings: HttpBindings; Variables: { arrival: Arrival } }

/** Asked all day long by browsers and monitors. */
const QUIET = ['file', '/healthz', '/readyz']

/** Gives each request its number, and one line in the log. */
export async function tellRequests(c: Context<Site>, next: () => Promise<void>) {
  const { incoming, outgoing } = c.env
  const begun = performance.now()
  const arrival = arrive(incoming)
  c.set('arrival', arrival)
  await whileAnswering(arrival.requestId, outgoing, async () => {
    await next()
    const { method } = c.req
    const { status } = c.res
    const { route = 'none' } = arrival
    const ms = performance.now() - begun
    if (!QUIET.includes(route)) log.info({ method, route, status, ms: Math.round(ms) }, 'request')
  })
  c.header('X-Request-Id', arrival.requestId)
}
