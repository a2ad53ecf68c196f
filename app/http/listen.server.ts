import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
/** Requests of one connection without an answer. Browsers and proxies wait for each answer before the next request. */
const UNANSWERED = 4

/** Serves HTTP/1.1. A kept page is answered before the request reaches the application. */
export function listen({ fetch, pages, port, hostname }: Options, ready: () => void): Server {
  const options = {
    optimizeEmptyRequests: true,
    // The application refuses it: Node's own answer would not be counted by `limitPipelining`.
    requireHostHeader: false,
    headersTimeout: HEAD,
    requestTimeout: REQUEST,
    keepAliveTimeout: IDLE,
    connectionsCheckingInterval: HEAD / 2,
  }
  const answer = limitPipelining((incoming, outgoing) => {
    // The error handler gets the error alone, so each request has its own.
    const render = () =>
      getRequestListener(fetch, { errorHandler: answerUnaddressed(incoming) })(incoming, outgoing)
    if (pages && incoming.headers.host) pages.answer(incoming, outgoing, render)
    else render()
  })
  const server = createServer(options, answer)
  // An expectation other than 100-continue is ignored: Node's own answer would not be counted either.
  server.on('checkExpectation', answer)
  answerUnreadable(server)
  if (!env.trustProxy) limitConnections(server)
  server.listen(port, hostname, ready)
  server.maxConnections = CONNECTIONS
  server.setTimeout(REQUEST)
  return server
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/**
 * Closes a connection that sends more requests than `UNANSWERED` before their answers. Node parses a whole read of up to
 * 64 KiB, thousands of requests, before anything else runs: no request is answered before the read has been parsed, and
 * the parser stops at the first request too many.
 */
function limitPipelining(answer: Listener): Listener {
  const unanswered = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > UNANSWERED) {
      stopParsing(socket)
      socket.destroy()
      return
    }
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    setImmediate(() => {
      if (!socket.destroyed) answer(incoming, outgoing)
    })
  }
}

/** Destroying a socket lets the parser go on to the end of the read. Node has no documented way to stop it. */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }) {
  const PARSE_ERROR = -1
  if (socket.parser) socket.parser.onIncoming = () => PARSE_ERROR
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
