import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { normalizeIP } from '@better-auth/core/utils/ip'
import { getRequestListener } from '@hono/node-server'
import { env } from '../runtime/env.server'
import { createCounter } from './counter.server'
import { createErrorHandler, refuseUnreadable } from './drain-body.server'
import type { PageCache } from './page-cache.server'

type Fetch = Parameters<typeof getRequestListener>[0]
type Options = { fetch: Fetch; pages?: PageCache | undefined; port: number; hostname: string }

/** Milliseconds for the head of a request. */
const HEAD_TIME = 10_000
/** Milliseconds for a whole request with its files. */
const REQUEST_TIME = 5 * 60_000
/** Milliseconds between requests: longer than proxies keep an idle connection. */
const IDLE_TIME = 65_000
const CONNECTION_LIMIT = 5_000
/** Most connections of one address. Not used behind a proxy, to which all connections belong: see `limitRequests`. */
const CONNECTION_LIMIT_OF_ADDRESS = 250
/** Most unanswered requests of one connection. Browsers and proxies wait for a response before the next request. */
const PIPELINE_LIMIT = 4

/** Serves HTTP/1.1. A page of the cache is sent before the request reaches the application. */
export function listen({ fetch, pages, port, hostname }: Options, onReady: () => void): Server {
  const options = {
    optimizeEmptyRequests: true,
    // The application refuses it: Node's own response would not be counted by `limitPipelining`.
    requireHostHeader: false,
    headersTimeout: HEAD_TIME,
    requestTimeout: REQUEST_TIME,
    keepAliveTimeout: IDLE_TIME,
    connectionsCheckingInterval: HEAD_TIME / 2,
  }
  const respond = limitPipelining((incoming, outgoing) => {
    // The error handler gets only the error, not the request, so each request has its own handler.
    const render = () =>
      getRequestListener(fetch, { errorHandler: createErrorHandler(incoming) })(incoming, outgoing)
    if (pages && incoming.headers.host) pages.respond(incoming, outgoing, render)
    else render()
  })
  const server = createServer(options, respond)
  // An expectation other than 100-continue is ignored: Node's own response would not be counted either.
  server.on('checkExpectation', respond)
  refuseUnreadable(server)
  if (!env.trustProxy) limitConnections(server)
  server.listen(port, hostname, onReady)
  server.maxConnections = CONNECTION_LIMIT
  server.setTimeout(REQUEST_TIME)
  return server
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Closes a connection that sends more requests than `PIPELINE_LIMIT` before their responses. Node parses a whole read
 * of up to 64 KiB, thousands of requests, before anything else runs: no response starts before the read has been
 * parsed, and the parser stops at the first request too many.
 */
function limitPipelining(respond: Listener): Listener {
  const unanswered = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > PIPELINE_LIMIT) {
      stopParsing(socket)
      socket.destroy()
      return
    }
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    setImmediate(() => {
      if (!socket.destroyed) respond(incoming, outgoing)
    })
  }
}

/** Destroying a socket lets the parser go on to the end of the read. Node has no documented way to stop it. */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }) {
  const PARSE_ERROR = -1
  if (socket.parser) socket.parser.onIncoming = () => PARSE_ERROR
}

/** Closes new connections of an address beyond `CONNECTION_LIMIT_OF_ADDRESS`. */
function limitConnections(server: Server) {
  const connections = createCounter()
  server.on('connection', (socket) => {
    const address = normalizeIP(socket.remoteAddress ?? '')
    if (connections.count(address) >= CONNECTION_LIMIT_OF_ADDRESS) return socket.destroy()
    connections.increment(address)
    socket.once('close', () => connections.decrement(address))
  })
}
