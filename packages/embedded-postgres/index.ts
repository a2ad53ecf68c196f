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
 * Milliseconds after which a query of the pool ends the worker by default, since PGlite has no time limits and a query
 * blocks all others; and milliseconds to wait for the only connection.
 */
const LONGEST_QUERY = 10_000

type Options = {
  /** Milliseconds after which a query of the pool ends the worker. */
  longestQuery?: number
  onError?: (message: string, details: object) => void
}

export type EmbeddedPostgres = {
  /** Configuration of a connection without a time limit, for migrations. */
  connection: ClientConfig
  pool: PoolConfig
  /**
   * Copies the database for long reads. Returns the configuration of a connection to the copy; `release` deletes the
   * copy. There can be one at a time.
   */
  sideConnection(): Promise<{ connection: ClientConfig; release: () => Promise<void> }>
  start(): Promise<void>
  /** To be called after the connections are closed, and after a failed start. */
  stop(): Promise<void>
}

/**
 * PostgreSQL in `directory`: PGlite in a worker thread (`worker.ts`) behind the `pg` client. It has one backend, so
 * transactions follow one another. `start` throws an error with the code DB_LOCKED when another process uses the
 * folder.
 */
export function embeddedPostgres(
  directory: string,
  { longestQuery = LONGEST_QUERY, onError = () => {} }: Options = {},
): EmbeddedPostgres {
  let unlock: (() => void) | undefined
  let currentWorker: Promise<Worker> | undefined
  /** Milliseconds that a query of the newest connection may take. */
  let currentLimit = Infinity

  /** Returns the worker, or a new one after a crash; the write-ahead log restores what was committed. */
  async function findWorker(): Promise<Worker> {
    if (!unlock) throw new Error('The embedded database is not open')
    currentWorker ??= startCurrentWorker()
    return currentWorker
  }

  /** Starts a worker after the `former` one has ended, since two would corrupt the folder. */
  function startCurrentWorker(former: Promise<unknown> = Promise.resolve()): Promise<Worker> {
    const newWorker = former.then(() => startWorker(directory, onError, () => currentLimit, replaceWorker))
    const forget = () => {
      if (currentWorker === newWorker) currentWorker = undefined
    }
    newWorker.then((worker) => worker.once('exit', forget), forget)
    return newWorker
  }

  function replaceWorker(worker: Worker) {
    onError('A query of the embedded database took too long: its thread is replaced', { ms: currentLimit })
    currentWorker = startCurrentWorker(worker.terminate())
  }

  const connectionTo = (getWorker: () => Promise<Worker>) => ({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedSocket(getWorker),
  })

  /** A connection whose queries have a time limit. The newest connection owns the backend, so its limit applies. */
  const connectionWithin = (limit: number) =>
    connectionTo(async () => {
      const worker = await findWorker()
      currentLimit = limit
      return worker
    })
  const copyPath = `${directory}.copy`

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
      rmSync(copyPath, { recursive: true, force: true })
      // Asynchronous, since the folder has a thousand files.
      const removeCopy = () => rm(copyPath, { recursive: true, force: true })
      const original = await findWorker()
      try {
        original.postMessage({ copyTo: copyPath })
        const error = await nextMessage(original)
        if (error) throw error
        const reader = await startWorker(copyPath, onError)
        const release = () => stopWorker(reader).then(removeCopy)
        return { connection: connectionTo(async () => reader), release }
      } catch (error) {
        // An unfinished copy would keep the disk full.
        await removeCopy()
        throw error
      }
    },

    async start() {
      unlock = lockDirectory(directory)
      rmSync(copyPath, { recursive: true, force: true })
      if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(directory, onError)
      await findWorker()
    },

    async stop() {
      const worker = await currentWorker?.catch(() => undefined)
      if (worker) await stopWorker(worker)
      unlock?.()
      unlock = undefined
    },
  }
}

/** The worker runs from its source, since the bundle has only one entry. */
const WORKER_FILE = resolve('packages/embedded-postgres/worker.ts')

/** Limits of the heap of a worker. A small young generation suffices, since the rows lie outside of the heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 12 }

/** PGlite, compiled once for all workers. */
let pgliteModule: Promise<WebAssembly.Module> | undefined

const compilePglite = () =>
  WebAssembly.compile(readFileSync(createRequire(WORKER_FILE).resolve('@electric-sql/pglite/pglite.wasm')))

/**
 * Starts a worker with the database of the folder. `limit`: milliseconds that a query may take now; `onOverdue`: called
 * if one takes longer.
 */
async function startWorker(
  directory: string,
  onError: NonNullable<Options['onError']>,
  limit = () => Infinity,
  onOverdue: (worker: Worker) => void = () => {},
): Promise<Worker> {
  pgliteModule ??= compilePglite()
  const turnCount = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { directory, turnCount, pgliteModule: await pgliteModule }
  const worker = new Worker(WORKER_FILE, { workerData, execArgv: [], env: {}, resourceLimits: HEAP_LIMITS })
  worker.on('error', (err) => onError('The embedded database failed', { err }))
  await nextMessage(worker)
  watchQueries(turnCount, worker, limit, () => onOverdue(worker))
  return worker
}

/** Returns the next message of a worker; throws if the worker ends instead. */
async function nextMessage(worker: Worker): Promise<unknown> {
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

/**
 * Calls `onOverdue` when one query has run for more than `limit` milliseconds. `turnCount`: the beginnings and ends of
 * queries so far, odd while one runs.
 */
function watchQueries(turnCount: Int32Array, worker: Worker, limit: () => number, onOverdue: () => void) {
  let lastCount = 0
  let since = performance.now()
  const timer = setInterval(() => {
    const count = Atomics.load(turnCount, 0)
    const isIdle = count % 2 === 0
    if (count !== lastCount || isIdle) since = performance.now()
    lastCount = count
    if (performance.now() - since <= limit()) return
    clearInterval(timer)
    onOverdue()
  }, 500).unref()
  worker.once('exit', () => clearInterval(timer))
}

async function stopWorker(worker: Worker): Promise<void> {
  const hasEnded = worker.threadId < 0
  if (hasEnded) return
  worker.postMessage('stop')
  await once(worker, 'exit')
}

/** Creates the database under another name and renames it, so that an interrupted start leaves no half database. */
async function initialise(directory: string, onError: NonNullable<Options['onError']>): Promise<void> {
  const unfinishedPath = `${directory}.init`
  rmSync(unfinishedPath, { recursive: true, force: true })
  mkdirSync(unfinishedPath, { mode: 0o700 })
  // WebAssembly never returns memory, so this worker ends, and another one serves.
  await stopWorker(await startWorker(unfinishedPath, onError))
  for (const entry of readdirSync(unfinishedPath, { recursive: true, withFileTypes: true })) {
    flush(join(entry.parentPath, entry.name))
  }
  renameSync(unfinishedPath, directory)
  flush(dirname(directory))
}

/** Creates a database under another name, fills it, and renames it to `directory`, which is absent or empty. */
export async function createDatabase(
  directory: string,
  fill: (connection: ClientConfig) => Promise<void>,
): Promise<void> {
  const unlock = lockDirectory(directory)
  const unfinishedPath = `${directory}.restored`
  const engine = embeddedPostgres(unfinishedPath)
  try {
    rmSync(unfinishedPath, { recursive: true, force: true })
    await engine.start()
    await fill(engine.connection)
    await engine.stop()
    renameSync(unfinishedPath, directory)
    flush(dirname(directory))
  } finally {
    await engine.stop()
    rmSync(unfinishedPath, { recursive: true, force: true })
    rmSync(`${unfinishedPath}.lock`, { force: true })
    unlock()
  }
}

/** Writes a file or folder to the disk. */
function flush(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
