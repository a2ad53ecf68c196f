import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { log, whileAnswering } from '../runtime/log.server'
import { requestDuration } from '../runtime/metrics.server'
import { createRequestContext, type RequestContext } from './request-context.server'

export type Site = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }

/** As nginx: the client has closed the connection. */
const LEFT = 499

/** Counted in the metrics, not logged. */
const QUIET = ['file', '/healthz', '/readyz', '/metrics']

/** Creates the request context, one log line and the metrics. */
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

/** Keeps the metrics free of arbitrary methods. */
const known = (method: string) => (['GET', 'HEAD', 'POST'].includes(method) ? method : 'other')
