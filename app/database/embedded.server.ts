import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '../platform/log.server'
import { EmbeddedSocket } from './embedded.socket.server'
import { type Engine, PAGES_CHANGED } from './engine.server'
import { lockDirectory } from './lock.server'

/**
 * A PostgreSQL of our own in `directory`: PGlite in a worker thread, for a site without a database server.
 * It has one backend, so the pool has one connection and transactions follow one another.
 * `start` throws the error of `lockDirectory` where another process uses the folder.
 */
export function embedded(directory: string): Engine {
  let unlock: (() => void) | undefined
  let backend: Promise<Worker> | undefined

  /** The running thread, or a new one after a crash: the write-ahead log brings back what was committed. */
  async function running(): Promise<Worker> {
    if (!unlock) throw new Error('The embedded database is not open')
    backend ??= startBackend(directory, () => {
      backend = undefined
    })
    return backend
  }

  const connectionTo = (database: () => Promise<Worker>) => ({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedSocket(database),
  })
  const connection = connectionTo(running)
  const copy = `${directory}.copy`

  return {
    name: 'pglite',
    connection,
    pool: {
      ...connection,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      // There is no second connection to listen with.
      onConnect: (client) => client.query(`listen ${PAGES_CHANGED}`),
    },

    /** Of a copy, for with a single backend everybody would wait for the reader; now only while files are copied. */
    async aside() {
      rmSync(copy, { recursive: true, force: true })
      const original = await running()
      original.postMessage({ copyTo: copy })
      const problem = await answerOf(original)
      if (problem) throw problem
      const reader = await startBackend(copy)
      const release = async () => {
        await stopBackend(reader)
        rmSync(copy, { recursive: true, force: true })
      }
      return { connection: connectionTo(async () => reader), release }
    },

    async start() {
      unlock = lockDirectory(directory)
      rmSync(copy, { recursive: true, force: true })
      if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(directory)
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
const WORKER = resolve('app/database/embedded.worker.ts')

async function startBackend(directory: string, whenEnded?: () => void): Promise<Worker> {
  const worker = new Worker(WORKER, { workerData: { directory }, execArgv: [], env: {} })
  worker.on('error', (err) => log.error({ err }, 'The embedded database failed'))
  worker.on('exit', () => whenEnded?.())
  await answerOf(worker)
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

async function stopBackend(worker: Worker): Promise<void> {
  worker.postMessage('stop')
  await once(worker, 'exit')
}

/**
 * The first start. The database is made beside its place and moved there when it is whole and on the disk, so
 * that neither a kill nor a power cut leaves half a database behind.
 */
async function initialise(directory: string): Promise<void> {
  const unfinished = `${directory}.init`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  // In a thread that ends again: making a database takes memory that WebAssembly never gives back.
  await stopBackend(await startBackend(unfinished))
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
export async function createEmbedded(
  directory: string,
  fill: (connection: Engine['connection']) => Promise<void>,
): Promise<void> {
  const unlock = lockDirectory(directory)
  const unfinished = `${directory}.restored`
  const engine = embedded(unfinished)
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
