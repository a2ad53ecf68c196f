import type { Context } from 'hono'
import { matchPath } from 'react-router'
import { isFormWithFiles } from './form.server'
import { isFunctionCall, isRead, refuseRequest } from './refuse.server'

// hono/body-limit reads a chunked body whole before a guard can refuse its sender, and limits neither time nor memory.

const KIB = 1024
/** Most bytes of the body of a form or a function call. */
const FORM_LIMIT = 32 * KIB
/** Most bytes of the body of a form in `LargeForms`. */
const LARGE_FORM_LIMIT = 256 * KIB
/** Most bytes of the body of a form with files. */
export const FILES_LIMIT = 64 * KIB * KIB
/** Most bytes of all bodies that are being read at the same time. */
const MEMORY_LIMIT = 2 * FILES_LIMIT
/** Milliseconds for a body without files. A form with files has the time limit of any request (`listen.server.ts`). */
const TIME_LIMIT = 20_000

/** The refusal of a function call. */
export const CALL_TOO_LARGE = `Il corpo è più grande di ${FORM_LIMIT / KIB} KiB.`
const FORM_TOO_LARGE = 'La richiesta è troppo grande: torna indietro e invia meno alla volta.'
export const TOO_SLOW = 'La richiesta non è arrivata in tempo.'
const BUSY = 'Il sito sta ricevendo troppi dati: riprova tra qualche secondo.'

/** Route patterns of forms that may be larger. `withFiles`: those that may contain files. */
export type LargeForms = { withoutFiles: readonly string[]; withFiles: readonly string[] }

let bytesInMemory = 0

/**
 * Limits the size of a body (413), its time (408) and the memory of all bodies (503). It counts while the application
 * reads, so a guard can refuse the caller before the body takes memory.
 */
export function limitBody(largeForms: LargeForms) {
  return async (c: Context, next: () => Promise<void>) => {
    const { body } = c.req.raw
    if (isRead(c) || !body) return next()
    const limit = findLimit(c, largeForms)
    // Node reports an unknown encoding only while the body is read.
    if (!/^(chunked)?$/i.test(c.req.header('transfer-encoding') ?? ''))
      return refuseRequest(c, 400, 'Richiesta non valida.')
    if (Number(c.req.header('content-length')) > limit) return refuseTooLarge(c)

    let makeRefusal: (() => Response) | undefined
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const reader = body.getReader()
    // The source is never cancelled: that closes the connection before the response. `drainBody` reads the remainder.
    const limitedBody = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          // From the first read on: an application that needs no body may take longer to answer.
          if (limit !== FILES_LIMIT)
            timer ??= setTimeout(stop, TIME_LIMIT, controller, () => refuseRequest(c, 408, TOO_SLOW))
          const { done, value } = await reader.read()
          if (makeRefusal) return
          if (done) {
            clearTimeout(timer)
            return controller.close()
          }
          size += value.length
          bytesInMemory += value.length
          if (size > limit) stop(controller, () => refuseTooLarge(c))
          else if (bytesInMemory > MEMORY_LIMIT)
            stop(controller, () => refuseRequest(c, 503, BUSY, { 'Retry-After': '5' }))
          else controller.enqueue(value)
        },
      },
      { highWaterMark: 0 },
    )
    function stop(controller: ReadableStreamDefaultController, refusal: () => Response) {
      makeRefusal = refusal
      controller.error(new Error('The body breaks a limit'))
    }
    const init = { body: limitedBody, duplex: 'half' } // a stream needs `duplex`, which the type does not know
    c.req.raw = new Request(c.req.raw, init)
    try {
      await next()
    } finally {
      clearTimeout(timer)
      bytesInMemory -= size
    }
    if (!makeRefusal) return
    // Hono adds the headers of a response to the one that replaces it, unless it is unset first.
    c.res = undefined
    c.res = makeRefusal()
  }
}

function refuseTooLarge(c: Context): Response {
  return refuseRequest(c, 413, isFunctionCall(c) ? CALL_TOO_LARGE : FORM_TOO_LARGE)
}

function findLimit(c: Context, { withFiles, withoutFiles }: LargeForms): number {
  // The router's script posts to the address with `.data`.
  const path = c.req.path.replace(/\.data$/, '')
  const isAmong = (patterns: readonly string[]) => patterns.some((pattern) => matchPath(pattern, path))
  if (isFormWithFiles(c.req.raw) && isAmong(withFiles)) return FILES_LIMIT
  return isAmong(withoutFiles) ? LARGE_FORM_LIMIT : FORM_LIMIT
}
