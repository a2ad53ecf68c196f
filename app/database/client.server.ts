import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { Client, type ClientBase, type Pool, type PoolClient } from 'pg'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { databaseDuration } from '../runtime/metrics.server'
import { embeddedEngine } from './embedded.server'
import type { Engine } from './engine.server'
import { applyMigrations } from './migrate.server'
import { Outage } from './outage.server'
import { CircuitBreakerPool } from './pool.server'
import { postgresEngine } from './postgres.server'

/** `opening`: of `openDatabase`; undefined before its first call, and after it has failed. */
type SiteDatabase = { engine: Engine; pool: Pool; connectionEvents: EventEmitter; opening?: Promise<void> }

/** Creates the pool of the configured database, without connecting. */
function createSiteDatabase(): SiteDatabase {
  const engine = env.databaseUrl
    ? postgresEngine(env.databaseUrl)
    : embeddedEngine(join(env.dataDir, 'postgres'))
  const pool = new CircuitBreakerPool(engine.pool)
  const connectionEvents = new EventEmitter()
  pool.on('error', (err) => log.warn({ err }, 'An idle database connection was lost'))
  // The pending query fails by itself; an unhandled error event ends the process.
  pool.on('connect', (client) => {
    client
      .on('error', () => {})
      .on('notification', ({ channel, payload }) => connectionEvents.emit(channel, payload))
    connectionEvents.emit('connect')
  })
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>
  pool.query = ((...parameters: unknown[]) => {
    const stopTimer = databaseDuration.startTimer({ work: 'query' })
    return query(...parameters)
      .catch(noteFailure)
      .finally(stopTimer)
  }) as typeof pool.query
  return { engine, pool, connectionEvents }
}

/** Kept outside of the module, so that the database stays open when Vite evaluates the module again after an edit. */
const shared = globalThis as { siteDatabase?: SiteDatabase }
shared.siteDatabase ??= createSiteDatabase()
const { siteDatabase } = shared
const { pool } = siteDatabase

/** The name of the engine: 'pglite' is the embedded database, 'postgres' a server. */
export const engine = siteDatabase.engine.name

/**
 * Emits the channel of each notification with its payload, and `connect` for each new connection. Only the embedded
 * database listens on the connections that serve requests.
 */
export const { connectionEvents } = siteDatabase

/** Shared, since it remembers the names of columns. */
const dialect = new PgDialect({ casing: 'snake_case' })

/** Each transaction has one: `drizzle()` would take a millisecond for a dialect of its own. */
const drizzleOver = (client: Pool | PoolClient) =>
  Object.assign(new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined), {
    $client: client,
  })

/** A Drizzle database without `transaction`, which would open a second transaction: use `inTransaction`. */
export type Database = Omit<ReturnType<typeof drizzleOver>, 'transaction'>

/** Brands `Transaction`, so that only `inTransaction` can make one. */
declare const transactionBrand: unique symbol
export type Transaction = Database & { [transactionBrand]: true }

/**
 * The running transaction of some work. `tx` is unset at its end, so that work that is still running cannot use it.
 * `dbJoins`: `db` belongs to it too.
 */
type Scope = { tx?: Transaction | undefined; dbJoins: boolean }
const scopes = new AsyncLocalStorage<Scope>()
const runningTransaction = () => scopes.getStore()?.tx

const pooled = drizzleOver(pool)

/**
 * The database outside of transactions, after `openDatabase()`. Inside `inTransaction` its use throws, unless
 * `dbJoins`: the query would not belong to the transaction, and would wait for ever if there is only one connection.
 */
export const db: Database = new Proxy(pooled, {
  get: (target, name) => {
    if (runningTransaction() && !scopes.getStore()?.dbJoins)
      throw new Error('A transaction is running: pass its `tx`')
    return Reflect.get(runningTransaction() ?? target, name)
  },
})

/**
 * The running transaction, or the database if none is running. For Better Auth, to which no transaction can be passed,
 * and for the secret that it needs.
 */
export const ambientDb: Database = new Proxy(pooled, {
  get: (target, name) => Reflect.get(runningTransaction() ?? target, name),
})

/** A rollback with a time limit in milliseconds: a connection that does not answer is closed instead. */
const ROLLBACK = { text: 'rollback', query_timeout: 150 }

/**
 * Runs `work` in one transaction and rolls back if it throws. A nested call joins the outer transaction. Await each
 * query before the next, since they share one connection. `dbJoins`: lets `db` join the transaction, for the demo data.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { dbJoins = false }: { dbJoins?: boolean } = {},
): Promise<T> {
  const outer = runningTransaction()
  if (outer) return work(outer)
  const stopTimer = databaseDuration.startTimer({ work: 'transaction' })
  const client = await pool.connect().catch((cause) => {
    stopTimer()
    throw new Outage('No connection to the database', { cause })
  })
  const tx = drizzleOver(client) as Database as Transaction
  const scope: Scope = { tx, dbJoins }
  try {
    await tx.execute('begin')
    const result = await scopes.run(scope, () => work(tx))
    // After a failed statement, PostgreSQL answers a commit with 'ROLLBACK' instead of an error.
    const { command } = await tx.execute('commit')
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed: nothing was kept')
    client.release()
    return result
  } catch (error) {
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

const queryTrackers = new AsyncLocalStorage<{ allSucceeded: boolean }>()

/** Notes for `trackFailedQueries` that a query has failed. */
function noteFailure(error: unknown): never {
  const tracker = queryTrackers.getStore()
  if (tracker) tracker.allSucceeded = false
  throw error
}

/**
 * Runs `work`. `allSucceeded`: false if a query outside of transactions failed, also if `work` has caught the error. A
 * page with a failed query is shown, but not cached.
 */
export async function trackFailedQueries<T>(
  work: () => Promise<T>,
): Promise<{ result: T; allSucceeded: boolean }> {
  const tracker = { allSucceeded: true }
  const result = await queryTrackers.run(tracker, work)
  return { result, allSucceeded: tracker.allSucceeded }
}

/**
 * Opens the database, and migrates it unless `migrate` is false; once, whatever later calls ask for. Throws an error
 * with the code `DB_LOCKED` when another process uses the folder.
 */
export function openDatabase({ migrate = true } = {}): Promise<void> {
  siteDatabase.opening ??= startEngine({ migrate }).catch(async (error) => {
    siteDatabase.opening = undefined
    await siteDatabase.engine.stop()
    throw error
  })
  return siteDatabase.opening
}

async function startEngine({ migrate }: { migrate: boolean }) {
  await siteDatabase.engine.start()
  if (migrate) await applyMigrations(siteDatabase.engine.connection)
}

/** Creates a client outside of the pool, whose queries have no time limit. The caller connects and ends it. */
export function createUnpooledClient(): Client {
  const client = new Client(siteDatabase.engine.connection)
  client.on('error', () => {})
  return client
}

/**
 * Opens a connection outside of the pool for long work, without time limits. With the embedded database it goes to a
 * copy, which has one connection of its own: only reads make sense there. Call `release` afterwards.
 */
export async function openSideConnection(): Promise<{ client: ClientBase; release: () => Promise<void> }> {
  const { connection, release } = await siteDatabase.engine.sideConnection()
  const client = new Client(connection)
  client.on('error', () => {})
  const end = () => client.end().finally(release)
  await client.connect().catch((error) => end().finally(() => Promise.reject(error)))
  return { client, release: end }
}

/** Waits for the queries in flight and closes the database for good. */
export async function closeDatabase(): Promise<void> {
  if (!pool.ending) await pool.end()
  await siteDatabase.engine.stop()
}

/** The numbers of connections of the pool, of idle ones among them, and of requests that wait for one. */
export const poolState = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })

/** Whether the database answers within two seconds. */
export function ping(): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, setTimeout(2_000, false, { ref: false })])
}

const TABLE_NAMES = `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Runs vacuum and checkpoint on the embedded database, which does not do so by itself. */
export async function maintainDatabase(): Promise<void> {
  if (engine !== 'pglite') return
  const { rows } = await pool.query<{ name: string }>(TABLE_NAMES)
  // One table at a time, since requests wait for the only connection.
  for (const { name } of rows) await runUnlimited(`vacuum (analyze) ${name}`)
  await runUnlimited('checkpoint')
}

/**
 * Runs a statement on the embedded database without a time limit, on a connection of its own. Meanwhile it occupies the
 * only connection of the pool, so that requests wait.
 */
async function runUnlimited(statement: string) {
  const pooledClient = await pool.connect()
  const client = createUnpooledClient()
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
    // The other connection has taken the backend over, so this one has ended: `true` removes it from the pool.
    pooledClient.release(true)
  }
}
