import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aProcess } from '../../tests/process'
import '../../tests/world'
import { db, engine } from './client.server'

const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
const APPLIED = 'select count(*)::int as count from drizzle.__drizzle_migrations'

test('every migration is applied', async () => {
  expect((await db.execute(APPLIED)).rows).toEqual([{ count: migrations.length }])
})

test.runIf(engine === 'postgres')('processes that start at once on a new database all come up', async () => {
  const name = `test_race_${process.env.VITEST_POOL_ID}`
  const server = new Client(process.env.TEST_DATABASE_URL)
  await server.connect()
  onTestFinished(() => server.end())
  await server.query(`drop database if exists ${name} with (force)`)
  await server.query(`create database ${name}`)
  const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: name }).href

  const starters = [1, 2, 3].map(() => aProcess('tests/writer.ts', { DATABASE_URL: url }))
  await Promise.all(starters.map((starter) => starter.printed(2)))
  expect(starters.map((starter) => starter.lines[0] ?? starter.complaints())).toEqual([
    'open',
    'open',
    'open',
  ])
  await Promise.all(starters.map((starter) => starter.kill()))

  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(APPLIED).finally(() => client.end())
  expect(rows).toEqual([{ count: migrations.length }])
})
