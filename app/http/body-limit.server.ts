import type { Context } from 'hono'
import { isCall, isReading, refuse } from './refuse.server'

const KIB = 1024
/** Largest body of a public or member form and of a function call; of an office or saved form; of an office upload. */
const FORM_LIMIT = 32 * KIB
const LARGE_FORM_LIMIT = 256 * KIB
const FILES_LIMIT = 64 * KIB * KIB
/** All bodies being read together, in bytes. */
const MEMORY_LIMIT = 2 * FILES_LIMIT
/** Milliseconds for a body without files. The server limits an upload (`listen.server.ts`). */
const TIME_LIMIT = 20_000

const CALL_TOO_LARGE = `Il corpo è più grande di ${FORM_LIMIT / KIB} KiB.`
const FORM_TOO_LARGE = 'La richiesta è troppo grande: torna indietro e invia meno alla volta.'
const TOO_SLOW = 'La richiesta non è arrivata in tempo.'
const BUSY = 'Il sito sta ricevendo troppi dati: riprova tra qualche secondo.'

let inMemory = 0

/**
 * Limits the size of a body (413), its time (408) and the memory of all bodies (503). It counts while the application
 * reads, so a guard can refuse the caller before the body takes memory.
 */
export async function limitBody(c: Context, next: () => Promise<void>) {
  const { body } = c.req.raw
  if (isReading(c) || !body) return next()
  const limit = largest(c)
  // Node reports an unknown encoding only while the body is read.
  if (!/^(chunked)?$/i.test(c.req.header('transfer-encoding') ?? ''))
    return refuse(c, 400, 'Richiesta non valida.')
  if (Number(c.req.header('content-length')) > limit) return tooLarge(c)

  let refusal: (() => Response) | undefined
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const reader = body.getReader()
  // The source is never cancelled: that closes the connection before the answer. `drainBody` reads the rest.
  const counted = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (limit === FILES_LIMIT) return
        timer = setTimeout(stop, TIME_LIMIT, controller, () => refuse(c, 408, TOO_SLOW))
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (refusal) return
        if (done) {
          clearTimeout(timer)
          return controller.close()
        }
        size += value.length
        inMemory += value.length
        if (size > limit) stop(controller, () => tooLarge(c))
        else if (inMemory > MEMORY_LIMIT) stop(controller, () => refuse(c, 503, BUSY, { 'Retry-After': '5' }))
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  function stop(controller: ReadableStreamDefaultController, answer: () => Response) {
    refusal = answer
    controller.error(new Error('The body breaks a limit'))
  }
  const init = { body: counted, duplex: 'half' } // a stream needs `duplex`, which the type does not know
  c.req.raw = new Request(c.req.raw, init)
  try {
    await next()
  } finally {
    clearTimeout(timer)
    inMemory -= size
  }
  if (!refusal) return
  c.res = undefined
  c.res = refusal()
}

function tooLarge(c: Context): Response {
  return refuse(c, 413, isCall(c) ? CALL_TOO_LARGE : FORM_TOO_LARGE)
}

/** Their actions read files as a stream (`readUploads`). */
const UPLOADS = /^\/admin\/(documents|courses\/[^/]+\/pdf|iscrizioni\/[^/]+\/documento)(\.data)?$/

/** A saved form goes through them. */
const SAVED_FORM_PATHS = ['/auth', '/auth/codice', '/ripresa']

function largest(c: Context): number {
  const { path } = c.req
  if (!path.startsWith('/admin/') && !SAVED_FORM_PATHS.includes(path)) return FORM_LIMIT
  const bringsFiles = UPLOADS.test(path) && /^multipart\/form-data\b/.test(c.req.header('content-type') ?? '')
  return bringsFiles ? FILES_LIMIT : LARGE_FORM_LIMIT
}
