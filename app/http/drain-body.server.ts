/** Callers that send more than is read, or what cannot be read: they send it all before they look at the answer. */
import type { Server } from 'node:http'
import { type HttpBindings, RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { log } from '../runtime/log.server'
import { isReading } from './refuse.server'

/** Nobody is heard out for longer: what the largest form may bring, in bytes. */
const MOST = 64 * 1024 * 1024
/** Time for the rest of a body that is not read, and of a head that is refused, in milliseconds. */
const BODY_REST = 20_000
const HEAD_REST = 1_000

/**
 * Reads and drops the rest of a body before the answer goes: a connection that is closed over unread bytes is reset, and
 * the answer is lost. Waits neither for a body that was too slow nor for one of a request that has no use for it; the
 * connection then ends with the answer.
 */
export async function drainBody(c: Context<{ Bindings: HttpBindings }>, next: () => Promise<void>) {
  await next()
  const { incoming } = c.env
  if (c.res.status !== 408 && !isReading(c)) await drainRest(incoming)
  if (!incoming.complete && !incoming.destroyed) c.header('Connection', 'close')
}

/** The same for what no request can be made of, as its host has no name or its address is none. */
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

/** Resolves once the caller has sent everything, or too much, or for too long, or is gone. */
async function drainRest(incoming: HttpBindings['incoming']): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  let heard = 0
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    // Whoever has read until here does so no more, and would keep all of it.
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

/** Answers in Italian what is no request that can be read, and hears it out. */
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
