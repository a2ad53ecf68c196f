import type { Server } from 'node:http'
import { type HttpBindings, RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { log } from '../runtime/log.server'
import { isReading } from './refuse.server'

/** Bytes of a rest that is read at most: the largest form. */
const MOST = 64 * 1024 * 1024
/** Milliseconds for the rest of a body, and of a refused head. */
const BODY_REST = 20_000
const HEAD_REST = 1_000

/**
 * Reads the rest of a body before the response: closing a connection with unread bytes resets it and loses the response.
 * A body that was too slow, or that a GET has no use for, is not drained; the connection then closes.
 */
export async function drainBody(c: Context<{ Bindings: HttpBindings }>, next: () => Promise<void>) {
  await next()
  const { incoming } = c.env
  if (c.res.status !== 408 && !isReading(c)) await drainRest(incoming)
  if (!incoming.complete && !incoming.destroyed) c.header('Connection', 'close')
}

/** For a request without a valid host or address. */
export const answerUnaddressed = (incoming: HttpBindings['incoming']) => async (fault: unknown) => {
  if (!(fault instanceof RequestError)) {
    log.error({ err: fault }, 'no answer could be made')
    return new Response(null, { status: 500 })
  }
  await drainRest(incoming)
  return new Response('Richiesta non valida.', {
    status: 400,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  })
}

/** Resolves at the end of the body, after too many bytes or too long, or when the client disconnects. */
async function drainRest(incoming: HttpBindings['incoming']): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  let heard = 0
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    // The former reader would keep the bytes.
    incoming.removeAllListeners('data')
    incoming.on('data', (piece: Buffer) => {
      heard += piece.length
      if (heard > MOST) resolve()
    })
    for (const end of ['end', 'close', 'error']) incoming.once(end, () => resolve())
    timer = setTimeout(resolve, BODY_REST)
    incoming.resume()
  })
  clearTimeout(timer)
}

const REFUSALS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'L’indirizzo o le intestazioni sono troppo lunghi.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'La richiesta non è arrivata in tempo.'],
}

/** Answers a request that the HTTP parser refuses, in Italian. */
export function answerUnreadable(server: Server) {
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
    setTimeout(() => socket.destroy(), HEAD_REST).unref()
  })
}
