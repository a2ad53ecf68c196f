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

type Connected = { engine: Engine; pool: Pool; heard: EventEmitter; opening?: Promise<void> }

function connect(): Connected {
  const engine = env.databaseUrl ? postgres(env.databaseUrl) : embedded(join(env.dataDir, 'postgres'))
  const pool = new CircuitBreakerPool(engine.pool)
  const heard = new EventEmitter()
  pool.on('error', (err) => log.warn({ err }, 'An idle database connection was lost'))
  // The query that waits on a lost connection fails by itself; without a listener the process would end too.
  pool.on('connect', (client) => {
    client.on('error', () => {}).on('notification', ({ channel }) => heard.emit(channel))
    heard.emit('connect')
  })
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>
  pool.query = ((...asked: unknown[]) => {
    const answered = databaseDuration.startTimer({ work: 'query' })
    return query(...asked)
      .catch(unanswered)
      .finally(answered)
  }) as typeof pool.query
  return { engine, pool, heard }
}

/** While developing, Vite evaluates this module again after an edit: the database stays the one that is open. */
const shared = globalThis as { siteDatabase?: Connected }
shared.siteDatabase ??= connect()
const connected = shared.siteDatabase
const { pool } = connected

/** Whether the database is our own ('pglite') or a server's ('postgres'). */
export const engine = connected.engine.name

/**
 * What the database announces to the connections of requests, by channel, and 'connect' when there is a new one. Only
 * the embedded one listens with these (`changes.server.ts`).
 */
export const heard = connected.heard

const drizzleOver = (client: Pool | PoolClient) => drizzle({ client, schema, casing: 'snake_case' })

/** Without Drizzle's own `transaction`, which would leave the one that is running: see `inTransaction`. */
export type Database = Omit<ReturnType<typeof drizzleOver>, 'transaction'>

/** Only `inTransaction` makes one, so holding it is proof that a transaction runs. */
declare const begun: unique symbol
export type Transaction = Database & { [begun]: true }

/** The transaction that the present work is part of; empty again when it is over, for work it left running. */
type Scope = { tx?: Transaction | undefined; joined: boolean }
const scopes = new AsyncLocalStorage<Scope>()
const running = () => scopes.getStore()?.tx

const pooled = drizzleOver(pool)

/**
 * The database, outside of transactions; usable after `openDatabase()`. Inside `inTransaction` its use throws: a query
 * would step outside the transaction, or wait for a second connection where there is only one.
 */
export const db: Database = new Proxy(pooled, {
  get: (target, name) => {
    if (running() && !scopes.getStore()?.joined) throw new Error('A transaction is running: pass its `tx`')
    return Reflect.get(running() ?? target, name)
  },
})

/** Joins the running transaction. For Better Auth, whose functions take none, and the secret that it needs. */
export const ambientDb: Database = new Proxy(pooled, {
  get: (target, name) => Reflect.get(running() ?? target, name),
})

/** A healthy server undoes a transaction at once; milliseconds. */
const UNDO = { text: 'rollback', query_timeout: 150 }

/**
 * Runs `work` in one transaction: all of its writes are kept, or none when it throws, and then the error is
 * thrown on. Within a running transaction it joins that one. Await each query before the next: they share one
 * connection. `joined`: `db` joins the transaction too; for the demo data, which are one transaction of many commands.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { joined = false }: { joined?: boolean } = {},
): Promise<T> {
  const outer = running()
  if (outer) return work(outer)
  const over = databaseDuration.startTimer({ work: 'transaction' })
  const client = await pool.connect().catch((cause) => {
    over()
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
    // A connection that does not even undo is not handed to anybody else; closing it undoes as well.
    await client.query(UNDO).then(
      () => client.release(),
      () => client.release(error instanceof Error ? error : true),
    )
    throw error
  } finally {
    over()
    scope.tx = undefined
  }
}

const observers = new AsyncLocalStorage<{ answered: boolean }>()

function unanswered(error: unknown): never {
  const observer = observers.getStore()
  if (observer) observer.answered = false
  throw error
}

/**
 * Does `work`, and tells whether the database answered whatever was asked meanwhile, outside of transactions. A page
 * that leaves out what could not be read is a good answer, but none to keep.
 */
export async function observed<T>(work: () => Promise<T>): Promise<{ result: T; answered: boolean }> {
  const observer = { answered: true }
  const result = await observers.run(observer, work)
  return { result, answered: observer.answered }
}

/**
 * Opens the database and brings it to the newest migration, unless it is wanted as it is; calling it again waits for
 * the first call.
 * Throws an Error with code `DB_LOCKED` where another process uses the embedded database's folder.
 */
export function openDatabase({ migrate = true } = {}): Promise<void> {
  connected.opening ??= open(migrate).catch(async (error) => {
    connected.opening = undefined
    await connected.engine.stop()
    throw error
  })
  return connected.opening
}

async function open(migrate: boolean) {
  await connected.engine.start()
  if (migrate) await applyMigrations(connected.engine.connection)
}

/** A connection of its own to the database that is in use, without limits of time. */
export function ownClient(): Client {
  const client = new Client(connected.engine.connection)
  client.on('error', () => {})
  return client
}

/** A connection without limits of time for reading at length while the site serves, and how to give it back. */
export async function connectAside(): Promise<{ client: ClientBase; release: () => Promise<void> }> {
  const { connection, release } = await connected.engine.aside()
  const client = new Client(connection)
  client.on('error', () => {})
  const end = () => client.end().finally(release)
  await client.connect().catch((error) => end().finally(() => Promise.reject(error)))
  return { client, release: end }
}

/** Waits for the queries in flight and closes the database for good: this process does not open it again. */
export async function closeDatabase(): Promise<void> {
  if (!pool.ending) await pool.end()
  await connected.engine.stop()
}

/** The connections that requests share: all, those at rest, and how much work waits for one. */
export const poolState = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })

/** Whether the database answers within two seconds. */
export function ping(): Promise<boolean> {
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, setTimeout(2_000, false, { ref: false })])
}

const TABLES = `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Nightly work that a server does by itself and the embedded database does not. */
export async function maintain(): Promise<void> {
  if (engine !== 'pglite') return
  const { rows } = await pool.query<{ name: string }>(TABLES)
  // One table at a time: whoever waits for the only connection waits for one table.
  for (const { name } of rows) await unlimited(`vacuum (analyze) ${name}`)
  await unlimited('checkpoint')
}

/**
 * Runs a statement that may take longer than a query of the pool: on a connection without limits, which takes the
 * embedded database's backend over while the pool's own is held.
 */
async function unlimited(statement: string) {
  const held = await pool.connect()
  const client = ownClient()
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
    held.release(true)
  }
}
