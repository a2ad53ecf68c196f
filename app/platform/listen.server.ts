import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type Options = Parameters<typeof serve>[0]

/**
 * How long a caller may take, in milliseconds: for the head of a request; for all of it, the files of the office among
 * them, and for anything to be sent or read. Whoever is slower is cut, so that nobody holds connections for nothing.
 */
const HEAD = 15_000
const REQUEST = 5 * 60_000
/** Far more than readers need; fewer than would take the memory of those who are being served. */
const CONNECTIONS = 5_000

/** Serves over HTTP/1.1, to callers who are neither too slow nor too many. */
export function listen(options: Pick<Options, 'fetch' | 'port' | 'hostname'>, ready: () => void): Server {
  const serverOptions = {
    headersTimeout: HEAD,
    requestTimeout: REQUEST,
    connectionsCheckingInterval: HEAD / 3,
  }
  const server = serve({ ...options, serverOptions }, ready) as Server
  server.maxConnections = CONNECTIONS
  server.setTimeout(REQUEST)
  return server
}
