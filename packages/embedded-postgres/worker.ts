/**
 * PGlite in a worker thread. Node runs this file from its source, so imports have extensions.
 *
 * The parent (`index.ts`) posts a MessagePort for each connection, `{ copyTo }` to copy the folder, or 'stop'. A new
 * connection takes over the only backend. The worker posts 'ready' once it has started, and the result of a copy.
 */
import { constants, cpSync, existsSync, fdatasyncSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { completeLength } from './wire.ts'

/** A file system with fsync, which PGlite omits. */
class DurableFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    emscriptenOpts.preRun?.push(({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }: { nfd?: number }) => {
        if (nfd !== undefined) fdatasyncSync(nfd)
        return 0
      }
    })
    return { emscriptenOpts }
  }
}

/** Settings of PostgreSQL. */
const SETTINGS = [
  'wal_sync_method=fsync',
  'shared_buffers=32MB',
  'min_wal_size=32MB',
  'max_wal_size=128MB',
  'random_page_cost=1.1',
]

const { directory, pgliteModule } = workerData
const isNew = !existsSync(join(directory, 'PG_VERSION'))
/** The empty cluster that `scripts/cluster.ts` makes. */
const cluster = new URL('cluster.tar.gz', import.meta.url)

const pg = await PGlite.create({
  pgliteWasmModule: pgliteModule,
  fs: new DurableFS(directory),
  ...(isNew && { loadDataDir: new Blob([readFileSync(cluster)]) }),
  extensions: { pg_trgm, unaccent },
  startParams: [
    // `-F` would turn fsync off.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ],
})

/** Counts the beginnings and ends of queries, for the thread that watches them: odd while one runs. */
const turnCount: Int32Array = workerData.turnCount
let connection: MessagePort | undefined
let lastWork = Promise.resolve()

/** Runs `work` after all earlier work. A failure ends the thread; the parent starts another at the next connection. */
function enqueue(work: () => Promise<unknown>) {
  lastWork = lastWork.then(async () => {
    await work()
  })
}

/** Serves a new connection, which replaces the one before. */
function serveConnection(port: MessagePort) {
  connection?.close()
  connection = port
  enqueue(async () => {
    await pg.exec('rollback')
    await pg.exec('discard all')
  })
  let received = Buffer.alloc(0)
  port.on('message', (bytes: Uint8Array) => {
    received = Buffer.concat([received, bytes])
    const batches = received.subarray(0, completeLength(received))
    received = received.subarray(batches.length)
    if (batches.length > 0) enqueue(() => runBatches(port, batches))
  })
}

async function runBatches(port: MessagePort, batches: Uint8Array) {
  Atomics.add(turnCount, 0, 1)
  await pg.execProtocolRawStream(batches, {
    onRawData: (view) => {
      const bytes = view.slice()
      port.postMessage(bytes, [bytes.buffer])
    },
  })
  Atomics.add(turnCount, 0, 1)
}

/**
 * Copies the folder while the database is open: like after a crash, the copy is recovered from the write-ahead log when
 * it is opened. Returns the error, if any.
 */
function copyDirectory(folder: string): unknown {
  try {
    cpSync(directory, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    return error
  }
}

parentPort?.on('message', (request: MessagePort | { copyTo: string } | 'stop') => {
  if (request === 'stop') {
    enqueue(async () => {
      await pg.close()
      process.exit()
    })
  } else if ('copyTo' in request) enqueue(async () => parentPort?.postMessage(copyDirectory(request.copyTo)))
  else serveConnection(request)
})
parentPort?.postMessage('ready')
