import { resolve } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientBase, type ClientConfig } from 'pg'

/** The number of the advisory lock of migrations: the same in every process, and no other lock has it. */
const MIGRATIONS_LOCK = 63_100

/** Applies the missing migrations in one transaction. Concurrent processes wait for the advisory lock. */
export async function applyMigrations(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  // The pending query fails by itself; an unhandled error event ends the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await migrateInTransaction(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Returns when each migration of the program was created (epoch milliseconds), oldest first. */
export function knownMigrations(): number[] {
  return migrations().map(({ folderMillis }) => folderMillis)
}

const migrations = () => readMigrationFiles({ migrationsFolder: resolve('migrations') })

/**
 * Applies the missing migrations up to `last` (epoch milliseconds, as in `knownMigrations`) in the running transaction
 * of `client`, and records them in Drizzle’s table. Drizzle’s own function begins a transaction, and applies all
 * migrations.
 */
export async function migrateInTransaction(client: ClientBase, last = Infinity): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATIONS_LOCK])
  await client.query(`create schema if not exists drizzle; create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const applied = await newestMigration(client)
  for (const { folderMillis, hash, sql } of migrations()) {
    if (folderMillis <= applied || folderMillis > last) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/** Returns when the newest applied migration was created (epoch milliseconds); 0 if there is none. */
export async function newestMigration(client: ClientBase): Promise<number> {
  const { rows } = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  return Number(rows[0].newest)
}
