import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { log, whileAnswering } from '../runtime/log.server'
import { requestDuration } from '../runtime/metrics.server'
import { createRequestContext, type RequestContext } from './request-context.server'

export type HttpEnv = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }

/** As nginx: the client has closed the connection. */
const CLIENT_CLOSED = 499

/** Counted in the metrics, not logged. */
const NOT_LOGGED = ['file', '/healthz', '/readyz', '/metrics']

/** Keep the metrics free of arbitrary methods. */
const KNOWN_METHODS = ['GET', 'HEAD', 'POST']

/** Creates the request context, one log line and the metrics. */
export async function logRequests(c: Context<HttpEnv>, next: () => Promise<void>) {
  const { incoming, outgoing } = c.env
  const startedAt = performance.now()
  const requestContext = createRequestContext(incoming)
  c.set('requestContext', requestContext)
  await whileAnswering(requestContext.requestId, outgoing, async () => {
    await next()
    const { method } = c.req
    const status = outgoing.destroyed ? CLIENT_CLOSED : c.res.status
    const { route = 'none' } = requestContext
    const ms = performance.now() - startedAt
    if (!NOT_LOGGED.includes(route)) log.info({ method, route, status, ms: Math.round(ms) }, 'request')
    requestDuration.observe(
      {
        method: KNOWN_METHODS.includes(method) ? method : 'other',
        route,
        status: `${Math.floor(status / 100)}xx`,
      },
      ms / 1000,
    )
  })
  c.header('X-Request-Id', requestContext.requestId)
}
