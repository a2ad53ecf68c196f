import { createServer, type Server } from 'node:http'
import { normalizeIP } from '@better-auth/core/utils/ip'
import { getRequestListener } from '@hono/node-server'
import { env } from '../runtime/env.server'
import { answerUnaddressed, answerUnreadable } from './drain-body.server'
import type { PageCache } from './page-cache.server'

type Answer = Parameters<typeof getRequestListener>[0]
type Options = { fetch: Answer; pages?: PageCache | undefined; port: number; hostname: string }

/** Milliseconds for the head of a request, and for the whole request with its files. */
const HEAD = 10_000
const REQUEST = 5 * 60_000
/** Milliseconds between requests: longer than proxies keep an idle connection. */
const IDLE = 65_000
const CONNECTIONS = 5_000
/** Behind a proxy all connections are the proxy’s, so `limitRequests` counts requests. */
const CONNECTIONS_OF_ONE = 250

/** Serves HTTP/1.1. A kept page is answered before the request reaches the application. */
export function listen({ fetch, pages, port, hostname }: Options, ready: () => void): Server {
  const options = {
    optimizeEmptyRequests: true,
    headersTimeout: HEAD,
    requestTimeout: REQUEST,
    keepAliveTimeout: IDLE,
    connectionsCheckingInterval: HEAD / 2,
  }
  const server = createServer(options, (incoming, outgoing) => {
    // The error handler gets the error alone, so each request has its own.
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
