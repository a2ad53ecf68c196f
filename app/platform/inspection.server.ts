import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from './log.server'
import type { PdfConcern } from './pdf'

/**
 * What a file is and does, by its content alone. `extension` is that of its kind ('txt' for any text), null when
 * it is of none we know; `concern` is what speaks against it, 'stalled' when it could not be read in time.
 */
export type Inspection = { extension: string | null; concern: PdfConcern | 'macro' | 'stalled' | null }

/** Ten megabytes of honest PDF take less than two seconds; milliseconds. */
const PATIENCE = 10_000
const MEMORY_MB = 256
/** A thread that has nothing to do gives its memory back, after milliseconds. */
const IDLE = 3_000

/** Run from its source, as the embedded database is: a bundle of the server has no place for a second program. */
const WORKER = resolve('app/platform/inspection.worker.ts')

let worker: Worker | undefined
let leisure: NodeJS.Timeout | undefined
let turn: Promise<unknown> = Promise.resolve()

/** Looks into a file, one at a time, in a thread with limited time and memory. */
export function inspect(bytes: Uint8Array, { patience = PATIENCE } = {}): Promise<Inspection> {
  const inspection = turn.then(() => inThread(bytes, patience))
  turn = inspection.catch(() => {})
  return inspection
}

async function inThread(bytes: Uint8Array, patience: number): Promise<Inspection> {
  clearTimeout(leisure)
  worker ??= begun()
  worker.ref()
  const inspection = await answerOf(worker, bytes, patience)
  if (inspection) {
    worker.unref()
    leisure = setTimeout(dismiss, IDLE).unref()
    return inspection
  }
  await dismiss()
  return { extension: null, concern: 'stalled' }
}

/** A new thread. It may also fail while nobody waits for its answer, or say that it has after it was dismissed. */
function begun(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 12 }
  const thread = new Worker(WORKER, { execArgv: [], env: {}, resourceLimits })
  thread.on('error', (err) => log.warn({ err }, 'A file could not be inspected'))
  thread.once('exit', () => {
    if (worker === thread) worker = undefined
  })
  return thread
}

/** The thread's answer, or null when it ends or takes too long. */
function answerOf(thread: Worker, bytes: Uint8Array, patience: number): Promise<Inspection | null> {
  return new Promise((done) => {
    const end = (answer: Inspection | null) => {
      clearTimeout(limit)
      thread.off('message', end).off('exit', fail)
      done(answer)
    }
    const fail = () => end(null)
    const limit = setTimeout(() => {
      log.warn({ ms: patience }, 'A file could not be inspected in time')
      end(null)
    }, patience)
    thread.on('message', end).on('exit', fail)
    const copy = new Uint8Array(bytes)
    thread.postMessage(copy, [copy.buffer])
  })
}

async function dismiss() {
  const dismissed = worker
  worker = undefined
  await dismissed?.terminate()
}
