import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { log, runWithRequestId } from '../runtime/log.server'
import { requestDuration } from '../runtime/metrics.server'
import { createRequestContext, type RequestContext } from './request-context.server'

export type HttpEnv = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }

/** The status that is logged if the client has closed the connection, as nginx does. */
const CLIENT_CLOSED = 499

/** Routes that are counted in the metrics, but not logged. */
const NOT_LOGGED = ['file', '/healthz', '/readyz', '/metrics']

/** Methods that the metrics name, so that arbitrary methods do not become labels. */
const KNOWN_METHODS = ['GET', 'HEAD', 'POST']

/** Creates the request context; after the response writes one log line and counts the request in the metrics. */
export async function logRequests(c: Context<HttpEnv>, next: () => Promise<void>) {
  const { incoming, outgoing } = c.env
  const startedAt = performance.now()
  const requestContext = createRequestContext(incoming)
  c.set('requestContext', requestContext)
  await runWithRequestId(requestContext.requestId, outgoing, async () => {
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
