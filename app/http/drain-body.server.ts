import type { Server } from 'node:http'
import { type HttpBindings, RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { log } from '../runtime/log.server'
import { isRead } from './refuse.server'

/** Most bytes of a remainder that are read and dropped, as many as the largest form has. */
const REMAINDER_LIMIT = 64 * 1024 * 1024
/** Milliseconds for the remainder of a body. */
const REMAINDER_TIME = 20_000
/** Milliseconds in which a client can read the refusal of an unreadable request, before its connection is destroyed. */
const REFUSAL_TIME = 1_000

/**
 * Reads the remainder of a body before the response: closing a connection with unread bytes resets it and loses the
 * response. A body that was too slow, or that a GET has no use for, is not drained; the connection then closes.
 */
export async function drainBody(c: Context<{ Bindings: HttpBindings }>, next: () => Promise<void>) {
  await next()
  const { incoming } = c.env
  if (c.res.status !== 408 && !isRead(c)) await drainRemainder(incoming)
  if (!incoming.complete && !incoming.destroyed) c.header('Connection', 'close')
}

/** Returns an error handler: 400 for a request without a valid host or address, else 500. */
export function createErrorHandler(incoming: HttpBindings['incoming']) {
  return async (fault: unknown) => {
    if (!(fault instanceof RequestError)) {
      log.error({ err: fault }, 'no response could be made')
      return new Response(null, { status: 500 })
    }
    await drainRemainder(incoming)
    return new Response('Richiesta non valida.', {
      status: 400,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
    })
  }
}

/**
 * Reads and drops the remainder of a body. Resolves at its end, at a limit of bytes or time, or when the client
 * disconnects.
 */
async function drainRemainder(incoming: HttpBindings['incoming']): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  let size = 0
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    // A listener that was attached before would collect the bytes in memory.
    incoming.removeAllListeners('data')
    incoming.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > REMAINDER_LIMIT) resolve()
    })
    for (const end of ['end', 'close', 'error']) incoming.once(end, () => resolve())
    timer = setTimeout(resolve, REMAINDER_TIME)
    incoming.resume()
  })
  clearTimeout(timer)
}

/** Status line and sentence by the code of the parser’s error. */
const REFUSALS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'L’indirizzo o le intestazioni sono troppo lunghi.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'La richiesta non è arrivata in tempo.'],
}

/** Responds in Italian to a request that the HTTP parser refuses. */
export function refuseUnreadable(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    if (!socket.writable) return
    const [status, sentence] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'Richiesta non valida.']
    const headers = [
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(sentence)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${sentence}`)
    setTimeout(() => socket.destroy(), REFUSAL_TIME).unref()
  })
}
