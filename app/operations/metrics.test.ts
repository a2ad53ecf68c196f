import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aCaller } from '../../tests/people'
import { databaseDown, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { createHttpApp } from '../http/http.server'
import { countAttempt } from '../http/rate-limit.server'
import { env } from '../runtime/env.server'
import { limitRefusals } from '../runtime/metrics.server'
import { recordBackupEnd, recordBackupStart } from './backup/state.server'
import { showMetrics } from './metrics.server'
import { endRun } from './task-runs.server'

beforeEach(emptyDatabase)

const render = async () => new Response('pagina', { status: 404 })
const { request } = createHttpApp({ render, metrics: showMetrics })
const ask = async (address = '127.0.0.1', headers: Record<string, string> = {}, path = '/metrics') =>
  request(`http://localhost:3000${path}`, { headers }, aCaller(address))
const figures = async () => (await ask()).text()
/** The value of a line without labels; undefined where there is none. */
const valueIn = (text: string, name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]

const TOKEN = 'una-chiave-lunga-abbastanza'
/** As with these settings, until the test is done. */
function settings(overrides: { metricsToken?: string; trustProxy?: boolean }) {
  const { metricsToken, trustProxy } = env
  Object.assign(env, overrides)
  onTestFinished(() => void Object.assign(env, { metricsToken, trustProxy }))
}

test('without access /metrics is 404', async () => {
  const bearer = { Authorization: `Bearer ${TOKEN}` }
  const strangers = [
    await ask('192.0.2.1'),
    await ask('192.0.2.1', bearer),
    await ask('192.0.2.1', { 'X-Forwarded-For': '127.0.0.1' }),
    await ask('::ffff:192.0.2.1'),
    await ask('127.0.0.1', { 'X-Forwarded-For': '192.0.2.1' }),
  ]
  settings({ metricsToken: TOKEN })
  strangers.push(
    await ask('192.0.2.1'),
    await ask('192.0.2.1', { Authorization: `Bearer ${TOKEN}.` }),
    await ask('127.0.0.1', { Authorization: 'Bearer sbagliata' }),
  )
  for (const response of strangers) expect([response.status, await response.text()]).toEqual([404, 'pagina'])
})

test('programs on this machine may read them, and the bearer of the token from anywhere', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await ask(address)).status).toBe(200)
  settings({ metricsToken: TOKEN })
  expect((await ask('192.0.2.1', { Authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})

test('behind a proxy everybody comes from this machine: only the token counts', async () => {
  settings({ metricsToken: TOKEN, trustProxy: true })
  expect((await ask()).status).toBe(404)
  expect((await ask('127.0.0.1', { Authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})

test('nobody keeps them', async () => {
  const { headers } = await ask()
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('requests are counted by who answers, never by what was asked for', async () => {
  await ask('192.0.2.1', {}, '/healthz')
  await ask('192.0.2.1', {}, '/Zenobia-Quagliarella')
  await request('http://localhost:3000/', { method: 'BREW' }, aCaller('192.0.2.1'))
  const text = await figures()
  expect(text).toContain('site_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}')
  expect(text).toContain('site_request_duration_seconds_count{method="other",route="none",status="4xx"}')
  expect(text).not.toContain('Zenobia')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_cpu_seconds_total')
})

test('e-mails, backup, tasks and limits as they are', async () => {
  const email = { kind: 'prova', toName: '', toAddress: 'ada@example.it', subject: '', html: '', text: '' }
  const past = new Date(Date.now() - 60_000)
  await db.insert(outgoingMail).values([
    { ...email, createdAt: past },
    { ...email, dueAt: new Date(Date.now() + 60_000) },
    { ...email, failedAt: past },
    { ...email, sentAt: past },
  ])
  await recordBackupEnd(await recordBackupStart(), { archive: { path: '/copia', size: 1, missing: 0 } })
  await endRun('back up', true)
  limitRefusals.reset()
  for (let n = 0; n < 3; n++) await countAttempt('prova 192.0.2.1', { hits: 2, seconds: 60 })
  const text = await figures()
  expect(valueIn(text, 'site_database_up')).toBe('1')
  expect(valueIn(text, 'site_mail_waiting')).toBe('2')
  expect(valueIn(text, 'site_mail_due')).toBe('1')
  expect(valueIn(text, 'site_mail_failed')).toBe('1')
  expect(Math.round(Number(valueIn(text, 'site_mail_oldest_age_seconds')) / 10)).toBe(6)
  expect(Number(valueIn(text, 'site_backup_age_seconds'))).toBeLessThan(10)
  expect(valueIn(text, 'site_backup_failed')).toBe('0')
  expect(text).toMatch(/^site_task_last_run_timestamp_seconds\{task="back up"\} \d/m)
  expect(valueIn(text, 'site_limit_refusals_total{limit="prova"}'.replace(/[{}]/g, '\\$&'))).toBe('1')
  expect(Number(valueIn(text, 'site_database_connections'))).toBeGreaterThan(0)
  expect(text).toMatch(/^site_database_duration_seconds_count\{work="query"\} [1-9]/m)
})

test('a database that is away leaves its part out', async () => {
  await databaseDown()
  const begun = performance.now()
  const text = await figures()
  expect(performance.now() - begun).toBeLessThan(1_500)
  expect(valueIn(text, 'site_database_up')).toBe('0')
  expect(text).not.toContain('site_mail_due')
  expect(text).not.toContain('site_backup_failed')
  expect(text).toContain('site_request_duration_seconds')
})
