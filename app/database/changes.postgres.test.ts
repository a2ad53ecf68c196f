import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aProgram } from '../../tests/process'
import { aCourse, emptyDatabase } from '../../tests/world'
import { env } from '../platform/env.server'
import { seenByAll, stopWatchingPages, watchPages } from './changes.server'
import { db } from './client.server'
import { courses } from './schema'

// Several processes on one server: what one changes, all show at the very next request.

beforeEach(emptyDatabase)

async function aNeighbour(settings: Record<string, string> = {}) {
  const neighbour = aProgram('neighbour', settings)
  await vi.waitUntil(() => neighbour.lines.some((line) => line.startsWith('http')), { timeout: 60_000 })
  const url = `${neighbour.lines.find((line) => line.startsWith('http'))}/corsi`
  return {
    change: (title: string) => fetch(url, { method: 'POST', body: title }),
    read: async () => (await fetch(url)).text(),
  }
}

/** Of fifty changes through the one, how many the other does not show at the very next request. */
async function missed(one: Awaited<ReturnType<typeof aNeighbour>>, other: typeof one): Promise<number> {
  let count = 0
  for (let i = 0; i < 50; i++) {
    await other.read()
    await one.change(`titolo ${i}.`)
    if (!(await other.read()).includes(`titolo ${i}.`)) count += 1
  }
  return count
}

test('what one process changes, the very next request to another shows', async () => {
  await aCourse()
  const [one, other] = await Promise.all([aNeighbour(), aNeighbour()])
  expect(await missed(one, other)).toBe(0)
  expect(await missed(other, one)).toBe(0)
  // By hand, in SQL: nobody waits for the others then, but they hear of it all the same.
  await db.update(courses).set({ title: 'a mano' })
  await vi.waitFor(async () => expect(await one.read()).toContain('a mano'))
  await vi.waitFor(async () => expect(await other.read()).toContain('a mano'))
})

test('a process that does not listen fails the same test', async () => {
  await aCourse()
  const [one, deaf] = await Promise.all([aNeighbour(), aNeighbour({ DEAF: '1' })])
  expect(await missed(one, deaf)).toBeGreaterThan(40)
})

test('a connection that is lost comes back, and then nothing that was kept is trusted', async () => {
  const forget = vi.fn()
  await watchPages(forget)
  onTestFinished(stopWatchingPages)
  expect(forget).toHaveBeenCalledTimes(1)
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pages listener' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(2), 5_000)
  await aCourse()
  await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(3))
})

test('what was committed before is known when everybody has been asked', async () => {
  const forget = vi.fn()
  await watchPages(forget)
  onTestFinished(stopWatchingPages)
  for (let i = 0; i < 50; i++) {
    const before = forget.mock.calls.length
    await aCourse()
    await seenByAll()
    expect(forget.mock.calls.length).toBeGreaterThan(before)
  }
})

async function aClient(name?: string) {
  const client = new Client({ connectionString: env.databaseUrl, application_name: name })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a process that does not answer holds up a change for a second, and no longer', async () => {
  await watchPages(() => {})
  onTestFinished(stopWatchingPages)
  await aClient('pages listener')
  // Whoever is still about to listen may answer already, but for itself alone.
  const early = await aClient()
  await early.query('listen pages_asked')
  early.on('notification', ({ payload }) => early.query(`select pg_notify('pages_seen', $1)`, [payload]))
  const start = performance.now()
  await seenByAll()
  expect(performance.now() - start).toBeGreaterThan(900)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('who begins to listen while others ask answers as soon as it is counted', async () => {
  const asker = await aClient()
  let answers = 0
  asker.on('notification', () => {
    answers += 1
  })
  await asker.query('listen pages_seen')
  for (let i = 0; i < 20; i++) {
    let begun = false
    const began = watchPages(() => {}).finally(() => {
      begun = true
    })
    while (!begun) await asker.query(`select pg_notify('pages_asked', gen_random_uuid()::text)`)
    await began
    await stopWatchingPages()
  }
  expect(answers).toBeGreaterThan(0)
})
