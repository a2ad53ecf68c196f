import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createContext, type MiddlewareFunction } from 'react-router'
import { env } from '../runtime/env.server'

export type RequestContext = {
  /** The IP address of the caller, from the socket or from a trusted proxy; 'unknown' if the connection is gone. */
  address: string
  /** Appears in every log line of the request, the response headers and the error page. */
  requestId: string
  /** The pattern of `app/routes.ts`, 'file', or the path of a check or of the metrics; it holds no personal data. */
  route?: string
  /** Whether the database failed while the request was answered. */
  outage?: boolean
}

export const requestContext = createContext<RequestContext>()

export function createRequestContext(incoming: IncomingMessage): RequestContext {
  return { address: findAddress(incoming), requestId: chooseRequestId(incoming) }
}

/** Notes the route of a request. The first middleware of all routes. */
export const noteRoute: MiddlewareFunction<Response> = ({ context, pattern }) => {
  context.get(requestContext).route = pattern.startsWith('/') ? pattern : `/${pattern}`
}

/** With TRUST_PROXY the last address of X-Forwarded-For, else that of the socket. */
function findAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = env.trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return readAddress(forwarded.split(',').at(-1) ?? '') ?? socket.remoteAddress ?? 'unknown'
}

/**
 * Reads an IP address with or without port, brackets and zone; undefined for other text, which would count as a new
 * caller with limits of its own.
 */
function readAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.split('%', 1)[0] ?? ''
  return isIP(address) ? address : undefined
}

/** Ids that are taken over from a proxy. Other text could contain personal data. */
const HEXADECIMAL_ID = /^[\da-f][\da-f-]{6,34}[\da-f]$/i

/**
 * Returns the id that a trusted proxy gave to a request, or else a new random one: call this once for a request. Not by
 * hono/request-id, which trusts any caller; the page cache needs it before Hono runs.
 */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const id = env.trustProxy ? String(headers['x-request-id'] ?? '') : ''
  return HEXADECIMAL_ID.test(id) ? id : randomUUID().slice(0, 8)
}
