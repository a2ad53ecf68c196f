import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { log, whileAnswering } from '../runtime/log.server'
import { requestDuration } from '../runtime/metrics.server'
import { createRequestContext, type RequestContext } from './request-context.server'

/** What all parts of the server find in Hono's context. */
export type Site = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }

/** The status of an answer that nobody waited for, as nginx has it: what is made of it then is no fault. */
const LEFT = 499

/** Asked all day long by browsers and monitors: their figures are enough. */
const QUIET = ['file', '/healthz', '/readyz', '/metrics']

/** Gives each request its number, one line in the log, and its part in the figures. */
export async function logRequests(c: Context<Site>, next: () => Promise<void>) {
  const { incoming, outgoing } = c.env
  const begun = performance.now()
  const requestContext = createRequestContext(incoming)
  c.set('requestContext', requestContext)
  await whileAnswering(requestContext.requestId, outgoing, async () => {
    await next()
    const { method } = c.req
    const status = outgoing.destroyed ? LEFT : c.res.status
    const { route = 'none' } = requestContext
    const ms = performance.now() - begun
    if (!QUIET.includes(route)) log.info({ method, route, status, ms: Math.round(ms) }, 'request')
    requestDuration.observe(
      { method: known(method), route, status: `${Math.floor(status / 100)}xx` },
      ms / 1000,
    )
  })
  c.header('X-Request-Id', requestContext.requestId)
}

/** Callers may send any word as a method. */
const known = (method: string) => (['GET', 'HEAD', 'POST'].includes(method) ? method : 'other')
