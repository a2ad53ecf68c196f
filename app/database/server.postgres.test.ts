import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createOnServer } from '../../tests/database'
import { emptyDatabase } from '../../tests/world'
import { type Database, db, inTransaction } from './client.server'
import { runExclusively, runSerially } from './exclusive.server'
import { applyMigrations } from './migrate.server'
import { installationValues } from './schema'

// Only a server has several connections and limits long statements.

beforeEach(emptyDatabase)

const write = (key: string, to: Database = db) =>
  to.insert(installationValues).values({ key, value: 'scritto' })

test('a connection that breaks fails its transaction and nothing else', async () => {
  const broken = inTransaction(async (tx) => {
    await write('uno', tx)
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(broken).rejects.toThrow()
  await write('due')
  expect((await db.select().from(installationValues)).map(({ key }) => key)).toEqual(['due'])
})

test('a statement that takes too long is stopped by the server', async () => {
  await expect(db.execute(sql`select pg_sleep(10)`)).rejects.toMatchObject({ cause: { code: '57014' } })
})

// To PostgreSQL, connections of one process and of several are the same.
test('eight processes that start at once on a new database all come up', async () => {
  const connection = { connectionString: await createOnServer(`test_race_${process.env.VITEST_POOL_ID}`) }
  await Promise.all(Array.from({ length: 8 }, () => applyMigrations(connection)))

  const client = new Client(connection)
  await client.connect()
  const count = 'select count(*)::int as count from drizzle.__drizzle_migrations'
  const { rows } = await client.query(count).finally(() => client.end())
  expect(rows).toEqual([{ count: readdirSync('migrations').filter((name) => name.endsWith('.sql')).length }])
})

test('processes that prepare a new database at once take turns', async () => {
  const events: string[] = []
  const prepare = (name: string) =>
    runSerially(async () => {
      events.push(`${name} begins`)
      await db.execute(sql`select pg_sleep(0.1)`)
      events.push(`${name} ends`)
    })
  await Promise.all(['uno', 'due', 'tre'].map(prepare))
  const turns = events.flatMap((event, index) => (index % 2 === 0 ? [[event, events[index + 1]]] : []))
  for (const [first, second] of turns) expect(second).toBe(first?.replace('begins', 'ends'))
})

test('one that fails lets the next go on', async () => {
  await expect(runSerially(() => Promise.reject(new Error('Una prova')))).rejects.toThrow('Una prova')
  expect(await runSerially(async () => 'dopo')).toBe('dopo')
})

test('work that was refused a connection can be done when there is one', async () => {
  const admit = (all: boolean) =>
    db.execute(sql`update pg_database set datallowconn = ${all} where datname = current_database()`)
  onTestFinished(async () => void (await admit(true)))
  const work = () => runExclusively(7, async () => 'fatto')
  await admit(false)
  await expect(work()).rejects.toThrow('not currently accepting connections')
  await admit(true)
  expect(await work()).toBe('fatto')
})
