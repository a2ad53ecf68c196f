import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ClientConfig, PoolConfig } from 'pg'
import { lockDirectory } from './lock.ts'
import { EmbeddedSocket } from './socket.ts'

/** Milliseconds after which a query is stopped by default: PGlite has no time limits, and a query blocks all others. */
const LONGEST_QUERY = 10_000

type Options = {
  /** Milliseconds after which a query of the pool ends the thread. */
  longestQuery?: number
  onError?: (message: string, details: object) => void
}

export type EmbeddedPostgres = {
  /** Configuration of a connection without a time limit, for migrations. */
  connection: ClientConfig
  pool: PoolConfig
  /**
   * Copies the database for long reads. Returns the configuration of a connection to the copy; `release` deletes it.
   */
  sideConnection(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  start(): Promise<void>
  /** To be called after the connections are closed, and after a failed start. */
  stop(): Promise<void>
}

/**
 * PostgreSQL in `directory`: PGlite in a worker thread behind the `pg` client. It has one backend, so transactions
 * follow one another. `start` throws an error with the code DB_LOCKED when another process uses the folder.
 */
export function embeddedPostgres(
  directory: string,
  { longestQuery = LONGEST_QUERY, onError = () => {} }: Options = {},
): EmbeddedPostgres {
  let unlock: (() => void) | undefined
  let backend: Promise<Worker> | undefined
  let limit = Infinity

  /** Returns the thread, or a new one after a crash; the write-ahead log restores what was committed. */
  async function currentThread(): Promise<Worker> {
    if (!unlock) throw new Error('The embedded database is not open')
    backend ??= startThread()
    return backend
  }

  /** Starts a thread after `before` has ended, since two threads would corrupt the folder. */
  function startThread(before: Promise<unknown> = Promise.resolve()): Promise<Worker> {
    const thread = before.then(() => startBackend(directory, onError, () => limit, replace))
    const forget = () => {
      if (backend === thread) backend = undefined
    }
    thread.then((worker) => worker.once('exit', forget), forget)
    return thread
  }

  function replace(worker: Worker) {
    onError('A query of the embedded database took too long: its thread is replaced', { ms: limit })
    backend = startThread(worker.terminate())
  }

  const connectionTo = (database: () => Promise<Worker>) => ({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedSocket(database),
  })

  /** A connection with a time limit. The newest connection owns the backend, so its limit applies. */
  const connectionWithin = (itsLimit: number) =>
    connectionTo(async () => {
      const worker = await currentThread()
      limit = itsLimit
      return worker
    })
  const copy = `${directory}.copy`

  return {
    connection: connectionWithin(Infinity),
    pool: {
      ...connectionWithin(longestQuery),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: LONGEST_QUERY,
    },

    // A reader would block the only backend, so it reads a copy.
    async sideConnection() {
      rmSync(copy, { recursive: true, force: true })
      // Asynchronous, since the folder has a thousand files.
      const removeCopy = () => rm(copy, { recursive: true, force: true })
      const original = await currentThread()
      try {
        original.postMessage({ copyTo: copy })
        const problem = await answerOf(original)
        if (problem) throw problem
        const reader = await startBackend(copy, onError)
        const release = () => stopBackend(reader).then(removeCopy)
        return { connection: connectionTo(async () => reader), release }
      } catch (error) {
        // An unfinished copy would keep the disk full.
        await removeCopy()
        throw error
      }
    },

    async start() {
      unlock = lockDirectory(directory)
      rmSync(copy, { recursive: true, force: true })
      if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(directory, onError)
      await currentThread()
    },

    async stop() {
      const worker = await backend?.catch(() => undefined)
      if (worker) await stopBackend(worker)
      unlock?.()
      unlock = undefined
    },
  }
}

/** The worker runs from its source, since the bundle has only one entry. */
const WORKER = resolve('packages/embedded-postgres/worker.ts')

/** Limits of the heap of a thread. A small young generation suffices, since the rows lie outside of the heap. */
const HEAP = { maxYoungGenerationSizeMb: 12 }

let program: Promise<WebAssembly.Module> | undefined

/** Compiles PGlite once; all threads share the module. */
const compiledProgram = () =>
  WebAssembly.compile(readFileSync(createRequire(WORKER).resolve('@electric-sql/pglite/pglite.wasm')))

/**
 * Starts a thread with the database of the folder. `limit`: milliseconds that a query may take now; `overdue`: called
 * if one takes longer.
 */
async function startBackend(
  directory: string,
  onError: NonNullable<Options['onError']>,
  limit = () => Infinity,
  overdue: (worker: Worker) => void = () => {},
): Promise<Worker> {
  program ??= compiledProgram()
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { directory, turns, program: await program }
  const worker = new Worker(WORKER, { workerData, execArgv: [], env: {}, resourceLimits: HEAP })
  worker.on('error', (err) => onError('The embedded database failed', { err }))
  await answerOf(worker)
  watchQueries(turns, worker, limit, () => overdue(worker))
  return worker
}

/** Returns the next message of a thread; throws if the thread ends instead. */
async function answerOf(worker: Worker): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The embedded database ended with code ${code}`)
  })
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), ended])
    return message
  } finally {
    answered.abort()
  }
}

/** Calls `overdue` when one query has run for more than `limit` milliseconds. `turns`: odd while a query runs. */
function watchQueries(turns: Int32Array, worker: Worker, limit: () => number, overdue: () => void) {
  let lastTurn = 0
  let since = performance.now()
  const timer = setInterval(() => {
    const turn = Atomics.load(turns, 0)
    const idle = turn % 2 === 0
    if (turn !== lastTurn || idle) since = performance.now()
    lastTurn = turn
    if (performance.now() - since <= limit()) return
    clearInterval(timer)
    overdue()
  }, 500).unref()
  worker.once('exit', () => clearInterval(timer))
}

async function stopBackend(worker: Worker): Promise<void> {
  const ended = worker.threadId < 0
  if (ended) return
  worker.postMessage('stop')
  await once(worker, 'exit')
}

/** Creates the database under another name and renames it, so that an interrupted start leaves no half database. */
async function initialise(directory: string, onError: NonNullable<Options['onError']>): Promise<void> {
  const unfinished = `${directory}.init`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  // WebAssembly never returns memory, so this thread ends.
  await stopBackend(await startBackend(unfinished, onError))
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    flush(join(entry.parentPath, entry.name))
  }
  renameSync(unfinished, directory)
  flush(dirname(directory))
}

/** Creates a database under another name, fills it, and renames it to `directory`, which is absent or empty. */
export async function createDatabase(
  directory: string,
  fill: (connection: ClientConfig) => Promise<void>,
): Promise<void> {
  const unlock = lockDirectory(directory)
  const unfinished = `${directory}.restored`
  const engine = embeddedPostgres(unfinished)
  try {
    rmSync(unfinished, { recursive: true, force: true })
    await engine.start()
    await fill(engine.connection)
    await engine.stop()
    renameSync(unfinished, directory)
    flush(dirname(directory))
  } finally {
    await engine.stop()
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(`${unfinished}.lock`, { force: true })
    unlock()
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
