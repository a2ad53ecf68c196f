import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createOnServer } from '../../tests/database'
import '../../tests/world'
import { db, engine, openDatabase } from './client.server'
import { applyMigrations } from './migrate.server'

const applied = readdirSync('migrations').filter((name) => name.endsWith('.sql')).length
const COUNT = 'select count(*)::int as count from drizzle.__drizzle_migrations'

test('every migration is applied once, however often the database is opened', async () => {
  await openDatabase()
  expect((await db.execute(COUNT)).rows).toEqual([{ count: applied }])
})

// PostgreSQL does not know whether two connections belong to one process or to two.
test.runIf(engine === 'postgres')(
  'eight processes that start at once on a new database all come up',
  async () => {
    const connection = { connectionString: await createOnServer(`test_race_${process.env.VITEST_POOL_ID}`) }
    await Promise.all(Array.from({ length: 8 }, () => applyMigrations(connection)))

    const client = new Client(connection)
    await client.connect()
    const { rows } = await client.query(COUNT).finally(() => client.end())
    expect(rows).toEqual([{ count: applied }])
  },
)
