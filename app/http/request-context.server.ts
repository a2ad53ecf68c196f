import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createContext, type MiddlewareFunction } from 'react-router'
import { env } from '../runtime/env.server'

/** What the server knows of a request before the application sees it. */
export type RequestContext = {
  /** The caller's address: of the socket, or as a trusted proxy tells it. */
  address: string
  /** Stands in every line of the log that the request causes, in the answer's headers and on the error page. */
  requestId: string
  /** Who answers, as `app/routes.ts` writes the address: unlike the address itself it tells of nobody. */
  route?: string
  /** Set when the answer failed because the database is away. */
  outage?: boolean
}

export const requestContext = createContext<RequestContext>()

/** A request that has just come. */
export function createRequestContext(incoming: IncomingMessage): RequestContext {
  return { address: addressOf(incoming), requestId: requestIdOf(incoming) }
}

/** Notes which route answers: the first middleware of all routes. */
export const noteRoute: MiddlewareFunction<Response> = ({ context, pattern }) => {
  context.get(requestContext).route = pattern.startsWith('/') ? pattern : `/${pattern}`
}

/** The caller's address; a proxy's word counts only where TRUST_PROXY says so, and then its last one. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const said = env.trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return addressIn(said.split(',').at(-1) ?? '') ?? socket.remoteAddress ?? 'unknown'
}

/** An address as proxies write it: bare, with a port, in brackets, with a zone. Other texts would each be a new caller. */
function addressIn(said: string): string | undefined {
  const bare = said
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.split('%', 1)[0] ?? ''
  return isIP(address) ? address : undefined
}

/** As proxies number requests: figures and letters up to f, in which nobody hides a name. */
const NUMBER = /^[\da-f][\da-f-]{6,34}[\da-f]$/i

/** The number that a trusted proxy gave the request, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = env.trustProxy ? String(headers['x-request-id'] ?? '') : ''
  return NUMBER.test(given) ? given : randomUUID().slice(0, 8)
}
