import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedEngine } from '../../app/database/embedded.server'
import { startPostgres } from '../../scripts/postgres.mjs'
import { recordMeasured, recordNone, recordTimes } from './measured'
import { aFolder, aSite, type Site } from './running-site'
import { aCrowd, everybodyWrites, findLosses, nothingDone } from './writes'

// The process and the database server are killed at random moments of writing.

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 100)
/** A member may request twenty courses an hour. */
const CROWD = { MEMBERS: '300', COURSES: '20' }
const READY = 5_000
const HOUR = 60 * 60_000

/** Kills `ROUNDS` times; `kill` restores what the site needs to start. */
async function killRepeatedly(
  site: Site,
  settings: Record<string, string>,
  kill: (round: number) => Promise<void>,
) {
  const crowd = await aCrowd({ ...settings, ...CROWD })
  const done = nothingDone()
  const times: number[] = []
  await site.start()
  for (let round = 1; round <= ROUNDS; round++) {
    const before = done.requests.length
    const over = new AbortController()
    const writing = everybodyWrites(site, crowd, done, over.signal)
    await expect.poll(() => done.requests.length, { timeout: 30_000, interval: 10 }).toBeGreaterThan(before)
    await pause(Math.random() * 1_000)
    const begun = performance.now()
    await kill(round)
    over.abort()
    await writing
    await site.start()
    times.push(performance.now() - begun)
  }
  await site.end('SIGKILL')
  return { done, times }
}

function report(where: string, { done, times }: Awaited<ReturnType<typeof killRepeatedly>>, losses: Losses) {
  const { messages, requests, approvals, payments, undos } = done
  const counts = [messages, requests, approvals, payments, undos].map(({ length }) => length)
  const figure = `${counts[0]} messages, ${counts[1]} requests, ${counts[2]} approvals, ${counts[3]} payments, ${counts[4]} taken back`
  const met = counts.every((count) => count > 0)
  recordMeasured({
    what: `${where}: acknowledged writes`,
    rounds: ROUNDS,
    figure,
    limit: 'some of each',
    met,
  })
  recordNone(`${where}: acknowledged writes lost`, ROUNDS, losses.lost)
  recordNone(`${where}: half-writes`, ROUNDS, losses.halves)
  recordTimes(`${where}: killed until ready again`, times, READY)
}
type Losses = Awaited<ReturnType<typeof findLosses>>

test('the embedded database, its process killed', { timeout: HOUR }, async () => {
  const settings = { DATA_DIR: aFolder() }
  const site = await aSite(settings)
  const outcome = await killRepeatedly(site, settings, async () => void (await site.end('SIGKILL')))

  const engine = embeddedEngine(join(settings.DATA_DIR, 'postgres'))
  await engine.start()
  const client = new Client(engine.connection)
  await client.connect()
  const losses = await findLosses(client, outcome.done)
  await client.end()
  await engine.stop()
  report('embedded', outcome, losses)
})

test('PostgreSQL, the process or the server killed', { timeout: HOUR }, async () => {
  const server = await startPostgres(process.env.POSTGRES_PROGRAMS ?? '', { settings: { fsync: 'on' } })
  onTestFinished(server.stop)
  const settings = { DATA_DIR: aFolder(), DATABASE_URL: server.url }
  const site = await aSite(settings)
  const outcome = await killRepeatedly(site, settings, async (round) => {
    // In one round of four the server falls too, by SIGKILL or `pg_ctl stop -m immediate` in turn.
    const falls = round % 4 === 0
    await Promise.all([site.end('SIGKILL'), falls && server.end(round % 8 ? 'SIGKILL' : 'SIGQUIT')])
    if (falls) await startAgain(server.start)
  })

  const client = new Client(server.url)
  await client.connect()
  const losses = await findLosses(client, outcome.done)
  await client.end()
  report('PostgreSQL', outcome, losses)
})

/** A killed server's shared memory stays for a moment. */
async function startAgain(start: () => Promise<void>) {
  const tried = () =>
    start().then(
      () => true,
      () => false,
    )
  await expect.poll(tried, { timeout: 10_000, interval: 100 }).toBe(true)
}
