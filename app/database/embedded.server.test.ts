import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../tests/database'
import { aProgram } from '../../tests/process'
import { env } from '../runtime/env.server'
import { embeddedEngine } from './embedded.server'

let folders = 0
const aFolder = () => join(env.dataDir, `folder-${++folders}`)

/** Opens the database, asks and closes it. */
async function ask(folder: string, question: string) {
  const engine = embeddedEngine(join(folder, 'postgres'))
  await engine.start()
  const client = new Client(engine.connection)
  await client.connect()
  const { rows } = await client.query({ text: question, rowMode: 'array' }).finally(() => client.end())
  await engine.stop()
  return rows
}

test('what was acknowledged outlives every kill, and whole', { timeout: 120_000 }, async () => {
  const folder = aFolder()
  await copyTemplate(join(folder, 'postgres'))
  const acknowledged: string[] = []
  for (let round = 1; round <= 2; round++) {
    const writer = aProgram('writer', { DATA_DIR: folder })
    await writer.printed(20 + Math.floor(Math.random() * 50))
    await writer.kill()
    acknowledged.push(...writer.lines.filter((line) => line !== 'open'))
    const settings = await ask(
      folder,
      'select key, entity_id from settings full join audit_logs on key = entity_id',
    )
    expect(settings.filter(([key, logged]) => key !== logged)).toEqual([])
    expect(settings.map(([key]) => key)).toEqual(expect.arrayContaining(acknowledged))
  }
  expect(acknowledged.length).toBeGreaterThan(35)
})

test('a second process is refused with a sentence, the first goes on', async () => {
  const folder = aFolder()
  await copyTemplate(join(folder, 'postgres'))
  const first = aProgram('writer', { DATA_DIR: folder })
  await first.printed()
  const second = aProgram('writer', { DATA_DIR: folder })
  expect(await second.exited).toBe(1)
  expect(second.complaints()).toContain(
    `La cartella dati ${folder}/postgres è già in uso da un altro processo: fermalo prima di avviare questo.`,
  )
  expect(second.lines).toEqual([])
  await first.printed()
  await first.kill()
  expect(await ask(folder, 'select count(*) > 0 from settings')).toEqual([[true]])
})

test('a first start that was interrupted is done again', async () => {
  const folder = aFolder()
  mkdirSync(join(folder, 'postgres.init'), { recursive: true })
  writeFileSync(join(folder, 'postgres.init', 'PG_VERSION'), '18')
  expect(await ask(folder, 'show fsync')).toEqual([['on']])
  expect(existsSync(join(folder, 'postgres.init'))).toBe(false)
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
})

/** The threads that start from now on. */
function newThreads(): Worker[] {
  const threads: Worker[] = []
  const remember = (thread: Worker) => threads.push(thread)
  process.on('worker', remember)
  onTestFinished(() => void process.off('worker', remember))
  return threads
}

test('a thread that dies is replaced, and nothing committed is lost', async () => {
  const folder = aFolder()
  await copyTemplate(folder)
  const engine = embeddedEngine(folder)
  const threads = newThreads()
  onTestFinished(engine.stop)
  await engine.start()

  const lost = new Client(engine.connection)
  const error = once(lost, 'error')
  await lost.connect()
  await lost.query(`insert into settings values ('confermata', '')`)
  await lost.query(`begin; insert into settings values ('sospesa', '')`)
  await threads.at(-1)?.terminate()
  await error

  const next = new Client(engine.connection)
  await next.connect()
  const { rows } = await next.query('select key from settings')
  await next.end()
  expect(rows).toEqual([{ key: 'confermata' }])
})

test('a copy is released after its thread has died', async () => {
  const folder = aFolder()
  await copyTemplate(folder)
  const engine = embeddedEngine(folder)
  onTestFinished(engine.stop)
  await engine.start()
  const threads = newThreads()
  const { release } = await engine.sideConnection()
  await threads.at(-1)?.terminate()
  await release()
  expect(existsSync(`${folder}.copy`)).toBe(false)
})

test('an endless query is ended, waiting ones fail, and the next one is answered', async () => {
  const folder = aFolder()
  await copyTemplate(folder)
  const engine = embeddedEngine(folder, 1_000)
  const pool = new Pool(engine.pool)
  onTestFinished(async () => {
    await pool.end()
    await engine.stop()
  })
  await engine.start()
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query(`insert into settings values ('confermata', '')`)

  const client = await pool.connect()
  await client.query(`begin; insert into settings values ('sospesa', '')`)
  const waiting = pool.query('select key from settings')
  await expect(client.query('select count(*) from generate_series(1, 1e12)')).rejects.toThrow(
    'Connection terminated unexpectedly',
  )
  client.release(true)
  expect((await waiting).rows).toEqual([{ key: 'confermata' }])
})

test('migrations and other work over a connection of their own may take their time', async () => {
  const folder = aFolder()
  await copyTemplate(folder)
  const engine = embeddedEngine(folder, 1_000)
  onTestFinished(() => engine.stop())
  await engine.start()
  const client = new Client(engine.connection)
  await client.connect()
  await client.query('select pg_sleep(2.5)')
  await client.end()
})

test('without a lock no connection is made', async () => {
  const engine = embeddedEngine(join(aFolder(), 'postgres'))
  const client = new Client(engine.connection)
  await expect(client.connect()).rejects.toThrow('The embedded database is not open')
})
