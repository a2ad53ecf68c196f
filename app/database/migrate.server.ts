import { resolve } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type ClientBase, type ClientConfig } from 'pg'

/** Any number will do, as long as every process of this site takes the same. */
const MIGRATIONS_LOCK = 63_100

/**
 * Brings the database to the newest migration, over a connection of its own. Processes that start at once
 * wait for one another; the advisory lock goes with the connection. Throws where a migration fails, and then
 * none of those that were missing is applied.
 */
export async function applyMigrations(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  // A lost connection already fails the query that waits on it; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await migrateWithin(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The numbers of the migrations that this program knows, oldest first: the moments at which they were made. */
export function knownMigrations(): number[] {
  return migrations().map(({ folderMillis }) => folderMillis)
}

const migrations = () => readMigrationFiles({ migrationsFolder: resolve('migrations') })

/**
 * Applies the migrations that are missing, up to the one with the number `last`, within the transaction that runs on
 * this connection. What was applied stands where Drizzle keeps it; its own function knows neither a last one nor a
 * transaction around it.
 */
export async function migrateWithin(client: ClientBase, last = Infinity): Promise<void> {
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

/** The number of the newest migration that the database has, 0 where it has none yet. */
export async function newestMigration(client: ClientBase): Promise<number> {
  const { rows } = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  return Number(rows[0].newest)
}
