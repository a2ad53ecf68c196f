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

  const connection = {
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedSocket(running),
  }

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

    async start() {
      unlock = lockDirectory(directory)
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
  const early = once(worker, 'exit').then(([code]) => {
    throw new Error(`The embedded database ended while starting, with code ${code}`)
  })
  await Promise.race([once(worker, 'message'), early])
  return worker
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

function flush(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
