import { createServer, type Server } from 'node:http'
import { normalizeIP } from '@better-auth/core/utils/ip'
import { getRequestListener } from '@hono/node-server'
import { env } from '../runtime/env.server'
import { answerUnaddressed, answerUnreadable } from './drain-body.server'
import type { PageCache } from './page-cache.server'

type Answer = Parameters<typeof getRequestListener>[0]
type Options = { fetch: Answer; pages?: PageCache | undefined; port: number; hostname: string }

/**
 * How long a caller may take, in milliseconds: for the head of a request; for all of it, the files of the office among
 * them, and for anything to be sent or read. Whoever is slower is cut, so that nobody holds connections for nothing.
 */
const HEAD = 10_000
const REQUEST = 5 * 60_000
/** How long a connection may rest between requests: longer than a proxy or program keeps one, in milliseconds. */
const IDLE = 65_000
/** Far more than readers need; fewer than would take the memory of those who are being served. */
const CONNECTIONS = 5_000
/** Connections of one address. Behind a proxy all are the proxy's, and `limitRequests` counts requests. */
const CONNECTIONS_OF_ONE = 250

/**
 * Serves over HTTP/1.1, to callers who are neither too slow nor too many. A page that is kept is the answer before
 * anything else looks at the request.
 */
export function listen({ fetch, pages, port, hostname }: Options, ready: () => void): Server {
  const options = {
    optimizeEmptyRequests: true,
    headersTimeout: HEAD,
    requestTimeout: REQUEST,
    keepAliveTimeout: IDLE,
    connectionsCheckingInterval: HEAD / 2,
  }
  const server = createServer(options, (incoming, outgoing) => {
    // Made for each, for what answers an odd one is told the fault alone.
    const render = () =>
      getRequestListener(fetch, { errorHandler: answerUnaddressed(incoming) })(incoming, outgoing)
    if (pages) pages.answer(incoming, outgoing, render)
    else render()
  })
  answerUnreadable(server)
  if (!env.trustProxy) limitConnections(server)
  server.listen(port, hostname, ready)
  server.maxConnections = CONNECTIONS
  server.setTimeout(REQUEST)
  return server
}

/** Closes the connections of one address beyond the limit. */
function limitConnections(server: Server) {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = normalizeIP(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > CONNECTIONS_OF_ONE) return socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const rest = (open.get(address) ?? 1) - 1
      if (rest > 0) open.set(address, rest)
      else open.delete(address)
    })
  })
}
