import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import '../../tests/world'
import { db, openDatabase } from './client.server'

const applied = readdirSync('migrations').filter((name) => name.endsWith('.sql')).length

test('every migration is applied once, however often the database is opened', async () => {
  await openDatabase()
  const { rows } = await db.execute('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ count: applied }])
})
