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

/**
 * How long a query of the pool may take, in milliseconds. PGlite knows no time limits, and while it works on one query
 * nobody else is answered: longer than this they do not wait for the connection either.
 */
const LONGEST_QUERY = 10_000

type Options = {
  /** A query of the pool that takes longer than this ends the thread, in milliseconds. */
  longestQuery?: number
  /** Told of faults of the thread; by default nothing is. */
  onError?: (message: string, details: object) => void
}

export type EmbeddedPostgres = {
  /** One connection without a time limit, for work such as migrations. */
  connection: ClientConfig
  /** The connection that serves requests. */
  pool: PoolConfig
  /** A connection to a copy, for reading at length while the database serves, and how to give it back. */
  aside(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  start(): Promise<void>
  /** Closes the database, after its connections and after a start that failed. */
  stop(): Promise<void>
}

/**
 * PostgreSQL in `directory`: PGlite in a worker thread behind the ordinary `pg` client. It has one backend, so the pool
 * has one connection and transactions follow one another. `start` throws an error with the code DB_LOCKED where another
 * process uses the folder.
 */
export function embeddedPostgres(
  directory: string,
  { longestQuery = LONGEST_QUERY, onError = () => {} }: Options = {},
): EmbeddedPostgres {
  let unlock: (() => void) | undefined
  let backend: Promise<Worker> | undefined
  let limit = Infinity

  /** The running thread, or a new one after a crash: the write-ahead log brings back what was committed. */
  async function running(): Promise<Worker> {
    if (!unlock) throw new Error('The embedded database is not open')
    backend ??= begun()
    return backend
  }

  /** Two threads on one folder would corrupt it: one begins when the one before is gone. */
  function begun(before: Promise<unknown> = Promise.resolve()): Promise<Worker> {
    const thread = before.then(() => startBackend(directory, onError, () => limit, replace))
    const forget = () => {
      if (backend === thread) backend = undefined
    }
    thread.then((worker) => worker.once('exit', forget), forget)
    return thread
  }

  function replace(worker: Worker) {
    onError('A query of the embedded database took too long: its thread is replaced', { ms: limit })
    backend = begun(worker.terminate())
  }

  const connectionTo = (database: () => Promise<Worker>) => ({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedSocket(database),
  })

  /** The newest connection has the backend to itself, so its limit is the one that counts. */
  const limited = (itsLimit: number) =>
    connectionTo(async () => {
      const worker = await running()
      limit = itsLimit
      return worker
    })
  const copy = `${directory}.copy`

  return {
    connection: limited(Infinity),
    pool: {
      ...limited(longestQuery),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: LONGEST_QUERY,
    },

    // With a single backend every query would wait for the reader; a copy makes them wait only while it is made.
    async aside() {
      rmSync(copy, { recursive: true, force: true })
      // A thousand files: whoever waits for a page is answered meanwhile.
      const removeCopy = () => rm(copy, { recursive: true, force: true })
      const original = await running()
      try {
        original.postMessage({ copyTo: copy })
        const problem = await answerOf(original)
        if (problem) throw problem
        const reader = await startBackend(copy, onError)
        const release = () => stopBackend(reader).then(removeCopy)
        return { connection: connectionTo(async () => reader), release }
      } catch (error) {
        // On a full disk, what there is of it leaves no room for anything else.
        await removeCopy()
        throw error
      }
    },

    async start() {
      unlock = lockDirectory(directory)
      rmSync(copy, { recursive: true, force: true })
      if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(directory, onError)
      await running()
    },

    async stop() {
      const worker = await backend?.catch(() => undefined)
      if (worker) await stopBackend(worker)
      unlock?.()
      unlock = undefined
    },
  }
}

/** Run from its source: a bundle of the server has no place for a second program. */
const WORKER = resolve('packages/embedded-postgres/worker.ts')

/** The rows lie outside of the thread's heap: without a limit it would take as large a nursery as the main thread. */
const HEAP = { maxYoungGenerationSizeMb: 12 }

let program: Promise<WebAssembly.Module> | undefined

/** PostgreSQL itself. Threads that are given the same share its machine code: only the first waits for it. */
const compiledProgram = () =>
  WebAssembly.compile(readFileSync(createRequire(WORKER).resolve('@electric-sql/pglite/pglite.wasm')))

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
  watch(turns, worker, limit, () => overdue(worker))
  return worker
}

/** The next thing that a thread says; throws when it ends instead. */
async function answerOf(worker: Worker): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The embedded database ended with code ${code}`)
  })
  try {
    const [answer] = await Promise.race([once(worker, 'message', { signal }), ended])
    return answer
  } finally {
    answered.abort()
  }
}

/** The watchdog: calls `overdue` once the thread has worked on one answer for longer than `limit` milliseconds. */
function watch(turns: Int32Array, worker: Worker, limit: () => number, overdue: () => void) {
  let seen = 0
  let since = performance.now()
  const timer = setInterval(() => {
    const turn = Atomics.load(turns, 0)
    const idle = turn % 2 === 0
    if (turn !== seen || idle) since = performance.now()
    seen = turn
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

/**
 * The first start. The database is made beside its place and moved there when it is whole and on the disk, so
 * that neither a kill nor a power cut leaves half a database behind.
 */
async function initialise(directory: string, onError: NonNullable<Options['onError']>): Promise<void> {
  const unfinished = `${directory}.init`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  // In a thread that ends again: making a database takes memory that WebAssembly never gives back.
  await stopBackend(await startBackend(unfinished, onError))
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    flush(join(entry.parentPath, entry.name))
  }
  renameSync(unfinished, directory)
  flush(dirname(directory))
}

/**
 * A new database that is there whole or not at all: made beside its place, filled by `fill` over `connection`, and
 * moved to `directory`, which is absent or empty. Throws the error of `lockDirectory` where another process uses it.
 */
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
