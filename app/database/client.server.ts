import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type ClientBase, type Pool, type PoolClient } from 'pg'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { databaseDuration } from '../runtime/metrics.server'
import { embedded } from './embedded.server'
import type { Engine } from './engine.server'
import { applyMigrations } from './migrate.server'
import { Outage } from './outage.server'
import { CircuitBreakerPool } from './pool.server'
import { postgres } from './postgres.server'
import * as schema from './schema'

type ConnectedDatabase = { engine: Engine; pool: Pool; changeEvents: EventEmitter; opening?: Promise<void> }

function connect(): ConnectedDatabase {
  const engine = env.databaseUrl ? postgres(env.databaseUrl) : embedded(join(env.dataDir, 'postgres'))
  const pool = new CircuitBreakerPool(engine.pool)
  const changeEvents = new EventEmitter()
  pool.on('error', (err) => log.warn({ err }, 'An idle database connection was lost'))
  // The pending query fails by itself; an unhandled error event ends the process.
  pool.on('connect', (client) => {
    client
      .on('error', () => {})
      .on('notification', ({ channel, payload }) => changeEvents.emit(channel, payload))
    changeEvents.emit('connect')
  })
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>
  pool.query = ((...parameters: unknown[]) => {
    const stopTimer = databaseDuration.startTimer({ work: 'query' })
    return query(...parameters)
      .catch(noteFailure)
      .finally(stopTimer)
  }) as typeof pool.query
  return { engine, pool, changeEvents }
}

/** Kept outside of the module, so that the database stays open when Vite evaluates the module again after an edit. */
const shared = globalThis as { siteDatabase?: ConnectedDatabase }
shared.siteDatabase ??= connect()
const connected = shared.siteDatabase
const { pool } = connected

/** The name of the engine: 'pglite' is the embedded database, 'postgres' a server. */
export const engine = connected.engine.name

/**
 * Emits the channel of each notification with its payload, and `connect` for each new connection. Only the embedded
 * database listens on the connections that serve requests.
 */
export const changeEvents = connected.changeEvents

const drizzleOver = (client: Pool | PoolClient) => drizzle({ client, schema, casing: 'snake_case' })

/** A Drizzle database without `transaction`, which would open a second transaction: use `inTransaction`. */
export type Database = Omit<ReturnType<typeof drizzleOver>, 'transaction'>

/** Brands `Transaction`, so that only `inTransaction` can make one. */
declare const begun: unique symbol
export type Transaction = Database & { [begun]: true }

/**
 * `tx` is unset at the end of the transaction, so that work that is still running cannot use it. `joined`: `db` joins
 * too.
 */
type Scope = { tx?: Transaction | undefined; joined: boolean }
const scopes = new AsyncLocalStorage<Scope>()
const runningTransaction = () => scopes.getStore()?.tx

const pooled = drizzleOver(pool)

/**
 * The database outside of transactions, after `openDatabase()`. Inside `inTransaction` its use throws, since the query
 * would not belong to the transaction, and would wait for ever if there is only one connection.
 */
export const db: Database = new Proxy(pooled, {
  get: (target, name) => {
    if (runningTransaction() && !scopes.getStore()?.joined)
      throw new Error('A transaction is running: pass its `tx`')
    return Reflect.get(runningTransaction() ?? target, name)
  },
})

/**
 * The database inside or outside of a transaction. For Better Auth, which cannot be passed one, and the secret it
 * needs.
 */
export const ambientDb: Database = new Proxy(pooled, {
  get: (target, name) => Reflect.get(runningTransaction() ?? target, name),
})

/** A rollback with a time limit in milliseconds. */
const ROLLBACK = { text: 'rollback', query_timeout: 150 }

/**
 * Runs `work` in one transaction and rolls back if it throws. A nested call joins the outer transaction. Await each
 * query before the next, since they share one connection. `joined`: lets `db` join the transaction, for the demo data.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { joined = false }: { joined?: boolean } = {},
): Promise<T> {
  const outer = runningTransaction()
  if (outer) return work(outer)
  const stopTimer = databaseDuration.startTimer({ work: 'transaction' })
  const client = await pool.connect().catch((cause) => {
    stopTimer()
    throw new Outage('No connection to the database', { cause })
  })
  const tx = drizzleOver(client) as Database as Transaction
  const scope: Scope = { tx, joined }
  try {
    await tx.execute('begin')
    const result = await scopes.run(scope, () => work(tx))
    const { command } = await tx.execute('commit')
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed: nothing was kept')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query(ROLLBACK).then(
      () => client.release(),
      () => client.release(error instanceof Error ? error : true),
    )
    throw error
  } finally {
    stopTimer()
    scope.tx = undefined
  }
}

const observers = new AsyncLocalStorage<{ answered: boolean }>()

/** Notes for `runObserved` that a query has failed. */
function noteFailure(error: unknown): never {
  const observer = observers.getStore()
  if (observer) observer.answered = false
  throw error
}

/** Runs `work`. `answered`: false if a query outside of transactions failed; such a page is shown but not cached. */
export async function runObserved<T>(work: () => Promise<T>): Promise<{ result: T; answered: boolean }> {
  const observer = { answered: true }
  const result = await observers.run(observer, work)
  return { result, answered: observer.answered }
}

/**
 * Opens and migrates the database, once. Throws an error with the code `DB_LOCKED` when another process uses the
 * folder.
 */
export function openDatabase({ migrate = true } = {}): Promise<void> {
  connected.opening ??= startEngine({ migrate }).catch(async (error) => {
    connected.opening = undefined
    await connected.engine.stop()
    throw error
  })
  return connected.opening
}

async function startEngine({ migrate }: { migrate: boolean }) {
  await connected.engine.start()
  if (migrate) await applyMigrations(connected.engine.connection)
}

/** Creates a client outside of the pool, whose queries have no time limit. The caller connects and ends it. */
export function createUnpooledClient(): Client {
  const client = new Client(connected.engine.connection)
  client.on('error', () => {})
  return client
}

/**
 * Opens a connection for long reads, without time limits; with the embedded database to a copy of it. Call `release`
 * afterwards.
 */
export async function connectAside(): Promise<{ client: ClientBase; release: () => Promise<void> }> {
  const { connection, release } = await connected.engine.aside()
  const client = new Client(connection)
  client.on('error', () => {})
  const end = () => client.end().finally(release)
  await client.connect().catch((error) => end().finally(() => Promise.reject(error)))
  return { client, release: end }
}

/** Waits for the queries in flight and closes the database for good. */
export async function closeDatabase(): Promise<void> {
  if (!pool.ending) await pool.end()
  await connected.engine.stop()
}

/** The connections of the pool, and the requests that wait for one. */
export const poolState = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })

/** Whether the database answers within two seconds. */
export function ping(): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, setTimeout(2_000, false, { ref: false })])
}

const TABLES = `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Runs vacuum and checkpoint on the embedded database, which does not do so by itself. */
export async function maintain(): Promise<void> {
  if (engine !== 'pglite') return
  const { rows } = await pool.query<{ name: string }>(TABLES)
  // One table at a time, since requests wait for the only connection.
  for (const { name } of rows) await runUnlimited(`vacuum (analyze) ${name}`)
  await runUnlimited('checkpoint')
}

/** Runs a statement without a time limit, on its own connection. It holds that of the pool, so that requests wait. */
async function runUnlimited(statement: string) {
  const connection = await pool.connect()
  const client = createUnpooledClient()
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
    connection.release(true)
  }
}
