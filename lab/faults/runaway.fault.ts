import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedEngine } from '../../app/database/embedded.server'
import { recordTimes } from './measured'
import { aFolder } from './running-site'

test('a query without end on the embedded database', async () => {
  const engine = embeddedEngine(join(aFolder(), 'postgres'))
  await engine.start()
  const pool = new Pool(engine.pool)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  onTestFinished(async () => {
    await pool.end()
    await engine.stop()
  })
  await pool.query('create table kept as select 1 as one')
  const begun = performance.now()
  await expect(pool.query('select count(*) from generate_series(1, 1e12)')).rejects.toThrow()
  const ended = performance.now()
  expect((await pool.query('select one from kept')).rows).toEqual([{ one: 1 }])
  recordTimes('query without end: its caller is told', [ended - begun], 11_000)
  recordTimes('query without end: the next is answered', [performance.now() - ended], 5_000)
})
