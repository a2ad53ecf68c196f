import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { OWNED } from '../../tests/owned-settings'
import { aProgram } from '../../tests/process'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import { changeSettings } from '../settings/commands.server'
import { readGroup } from '../settings/queries.server'
import { stopWatchingContentChanges, watchContentChanges } from './changes.server'
import { db } from './client.server'
import { courses } from './schema'

// Two processes on one server: a caller with a cookie sees a change at once, anonymous readers within 1 s.

beforeEach(emptyDatabase)

async function aNeighbour(settings: Record<string, string> = {}) {
  const neighbour = aProgram('neighbour', settings)
  await vi.waitUntil(() => neighbour.lines.some((line) => line.startsWith('http')), { timeout: 60_000 })
  const url = `${neighbour.lines.find((line) => line.startsWith('http'))}/corsi`
  const read = async (headers = {}) => (await fetch(url, { headers })).text()
  return {
    pid: neighbour.pid ?? 0,
    change: (title: string) => fetch(url, { method: 'POST', body: title }),
    read: () => read(),
    readSignedIn: () => read({ Cookie: 'session=ada' }),
  }
}
type Neighbour = Awaited<ReturnType<typeof aNeighbour>>

/** Of five changes through `one`, those that an anonymous reader of `other` does not see within a second. */
async function missed(writer: Neighbour, reader: Neighbour): Promise<number> {
  let count = 0
  for (let i = 0; i < 5; i++) {
    await reader.read()
    await writer.change(`titolo ${i}.`)
    expect(await reader.readSignedIn()).toContain(`titolo ${i}.`)
    const shown = async () => expect(await reader.read()).toContain(`titolo ${i}.`)
    await vi.waitFor(shown, { timeout: 1_000, interval: 20 }).catch(() => {
      count += 1
    })
  }
  return count
}

test('what one process changes, anonymous readers of another see within a second', async () => {
  await aCourse()
  const [first, second] = await Promise.all([aNeighbour(), aNeighbour()])
  expect(await missed(first, second)).toBe(0)
  expect(await missed(second, first)).toBe(0)
  await db.update(courses).set({ title: 'a mano' })
  for (const { read } of [first, second])
    await vi.waitFor(async () => expect(await read()).toContain('a mano'), { timeout: 1_000 })
})

test('a process that does not listen fails the same test', async () => {
  await aCourse()
  const [hearing, deaf] = await Promise.all([aNeighbour(), aNeighbour({ DEAF: '1' })])
  expect(await missed(hearing, deaf)).toBeGreaterThan(3)
})

/** Of three changes of the motto, those that an anonymous reader of another process does not see within a second. */
async function mottosMissed(reader: Neighbour): Promise<number> {
  const admin = await anAdmin()
  const { version } = await readGroup(admin, 'company')
  let count = 0
  for (let i = 0; i < 3; i++) {
    await reader.read()
    const company = { ...FIRST_SETTINGS.company, tagline: `Motto ${i}.` }
    expect(await changeSettings(admin, 'company', company, version + i)).toEqual({ ok: true })
    const shown = async () => expect(await reader.read()).toContain(`Motto ${i}.`)
    await vi.waitFor(shown, { timeout: 1_000, interval: 20 }).catch(() => {
      count += 1
    })
  }
  return count
}

test('settings that one process changes show in another within a second, and not where it does not listen', async () => {
  const [hearing, deaf] = await Promise.all([aNeighbour(), aNeighbour({ DEAF: '1' })])
  expect(await mottosMissed(hearing)).toBe(0)
  await emptyDatabase()
  expect(await mottosMissed(deaf)).toBe(3)
})

test('a public site goes on, and is being prepared again, on each process within a second', async () => {
  const admin = await anAdmin()
  const processes = await Promise.all([aNeighbour({ PUBLIC: '1' }), aNeighbour({ PUBLIC: '1' })])
  const areAll = async (state: 'open' | 'preparing') => {
    const text = state === 'preparing' ? 'in preparazione' : OWNED.company.tagline
    for (const { read } of processes)
      await vi.waitFor(async () => expect(await read()).toContain(text), { timeout: 1_000, interval: 20 })
  }
  await areAll('preparing')
  await changeSettings(admin, 'offices', OWNED.offices, 0)
  await changeSettings(admin, 'team', OWNED.team, 0)
  for (let version = 0; version < 6; version += 2) {
    await changeSettings(admin, 'company', OWNED.company, version)
    await areAll('open')
    await changeSettings(admin, 'company', { ...OWNED.company, vat: FIRST_SETTINGS.company.vat }, version + 1)
    await areAll('preparing')
  }
})

test('a process that is frozen delays no change of another', async () => {
  await aCourse()
  const [running, frozen] = await Promise.all([aNeighbour(), aNeighbour()])
  await running.change('prima')
  process.kill(frozen.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(frozen.pid, 'SIGCONT'))
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const start = performance.now()
    await running.change(`titolo ${i}.`)
    times.push(performance.now() - start)
  }
  expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(500)
})

const endListener = () =>
  db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pages listener' and datname = current_database()`,
  )

test('kept pages are distrusted while the connection is lost, and trusted again when it is back', async () => {
  const changes: string[] = []
  const pages = {
    invalidate: () => void changes.push('invalidate'),
    setTrusted: (hearsChanges: boolean) => void changes.push(hearsChanges ? 'heard' : 'lost'),
  }
  await watchContentChanges(pages, async () => {})
  onTestFinished(stopWatchingContentChanges)
  expect(changes).toEqual(['heard'])
  await endListener()
  await vi.waitFor(() => expect(changes).toEqual(['heard', 'lost', 'heard']), 5_000)
  await aCourse()
  await vi.waitFor(() => expect(changes.at(-1)).toBe('invalidate'))
})

test('after a lost connection kept pages are trusted once the settings are read', async () => {
  const events: string[] = []
  const pages = {
    invalidate: () => {},
    setTrusted: (hearsChanges: boolean) => void events.push(hearsChanges ? 'heard' : 'lost'),
  }
  let failures = 0
  const reloadSettings = async () => {
    events.push(failures > 0 ? 'failed' : 'read')
    if (failures-- > 0) throw new Error('no connection')
  }
  await watchContentChanges(pages, reloadSettings)
  onTestFinished(stopWatchingContentChanges)
  failures = 2
  await endListener()
  const expected = ['read', 'heard', 'lost', 'failed', 'failed', 'read', 'heard']
  await vi.waitFor(() => expect(events).toEqual(expected), 5_000)
})
