import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type ClientConfig } from 'pg'

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
    await client.query('select pg_advisory_lock($1)', [MIGRATIONS_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: resolve('migrations') })
  } finally {
    await client.end()
  }
}
