import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedEngine } from '../../app/database/embedded.server'
import { freePort, startPostgres } from '../../scripts/postgres.mjs'
import { aPdfOf } from '../../tests/pdfs'
import { aProcess, aProgram } from '../../tests/process'
import type { Crowd } from '../../tests/programs/crowd'
import { recordMeasured, recordNone, recordTimes } from './measured'
import { aFolder, aSite, type Site } from './running-site'
import { type Acknowledged, aCrowd, aMessage, findLosses, nothingDone } from './writes'

// A full disk: a small file system of its own, filled and freed.

const MB = 2 ** 20

/** Megabytes in memory; undefined without the right to mount. */
function aSmallDisk(megabytes: number): string | undefined {
  const place = aFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', place], {
      stdio: 'pipe',
    })
  } catch (error) {
    console.warn(`Disk full was not tried: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', place]))
  return place
}

/** Leaves `left` bytes free. Resolves with a function that frees the rest. */
function fillDisk(place: string, left = 0) {
  const ballast = join(place, 'ballast')
  const { bavail, bsize } = statfsSync(place)
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - left))
  } catch {
    // The disk is full, as intended.
  }
  return () => rmSync(ballast, { force: true })
}

/** Concurrent messages until some are refused. */
async function writeUntilRefused(
  site: Site,
  crowd: Crowd,
  done: Acknowledged,
  { refusals, most }: { refusals: number; most: number },
) {
  const answers: { status: number; text: string }[] = []
  const refused = () => answers.filter(({ status }) => status !== 302)
  async function write() {
    while (refused().length < refusals && answers.length < most) {
      const { email, form } = aMessage(crowd)
      const response = await site.ask('/contatti', form)
      answers.push({ status: response.status, text: await response.text() })
      if (response.status === 302) done.messages.push(email)
    }
  }
  await Promise.all(Array.from({ length: 8 }, write))
  return refused()
}

async function upload(site: Site, crowd: Crowd): Promise<{ status: number; text: string }> {
  const body = new FormData()
  body.set('file', new Blob([Buffer.from(await aPdfOf(3 * MB))], { type: 'application/pdf' }), 'corso.pdf')
  const response = await site.ask('/admin/courses/corso-0/pdf', {
    ...{ method: 'POST', body, headers: { Cookie: crowd.admin.cookie } },
  })
  return { status: response.status, text: await response.text() }
}

async function unreadablePages(site: Site, crowd: Crowd) {
  const office = { headers: { Cookie: crowd.admin.cookie } }
  const asked = [
    ...['/', '/corsi', '/corsi/corso-0', '/privacy-policy'].map((path) => ({ path, init: {} })),
    { path: '/admin', init: office },
  ]
  const found = await Promise.all(
    asked.map(async ({ path, init }) => ({ path, status: (await site.ask(path, init)).status })),
  )
  return found.filter(({ status }) => status !== 200)
}

async function fillAndFreeDisk(where: string, site: Site, crowd: Crowd, place: string, done: Acknowledged) {
  expect(await writeUntilRefused(site, crowd, done, { refusals: 1, most: 8 })).toEqual([])
  const free = fillDisk(place)
  const refused = await writeUntilRefused(site, crowd, done, { refusals: 30, most: 1_000 })
  const untold = refused.filter(({ status, text }) => status !== 503 || !/riprova/i.test(text))
  recordNone(
    `${where}, disk full: writes refused otherwise than by 503 with a sentence`,
    refused.length,
    untold.map(({ status, text }) => ({ status, text: text.slice(0, 80) })),
  )
  recordNone(`${where}, disk full: pages that are not read`, 5, await unreadablePages(site, crowd))
  free()
  const begun = performance.now()
  const again = async () => (await writeUntilRefused(site, crowd, done, { refusals: 1, most: 1 })).length
  await expect.poll(again, { timeout: 60_000, interval: 100 }).toBe(0)
  recordTimes(`${where}, space again: writes work after`, [performance.now() - begun], 5_000)
  return refused.length
}

/** A backup without room leaves it to the writers. */
async function backUpFullDisk(settings: Record<string, string>, site: Site, crowd: Crowd, place: string) {
  const free = fillDisk(place, 8 * MB)
  const backup = aProgram('command', { ...settings, COMMAND: 'backup' })
  const code = await backup.exited
  const response = await site.ask('/contatti', aMessage(crowd).form)
  recordMeasured({
    what: 'embedded, no room for a backup: its exit code, a write after it',
    rounds: 1,
    figure: `${code}, ${response.status}`,
    limit: '1, 302',
    met: code === 1 && response.status === 302,
  })
  free()
}

test('embedded database and files, disk full', { timeout: 300_000 }, async () => {
  const place = aSmallDisk(256)
  if (!place)
    return recordMeasured({
      what: 'embedded, disk full',
      rounds: 0,
      figure: 'no right to mount a small disk',
      limit: '',
      met: null,
    })
  const settings = { DATA_DIR: join(place, 'data') }
  const crowd = await aCrowd(settings)
  const site = await aSite(settings)
  const done = nothingDone()
  await site.start()
  const refused = await fillAndFreeDisk('embedded', site, crowd, place, done)
  recordMeasured({
    what: 'embedded, disk full: writes refused',
    rounds: 1,
    figure: String(refused),
    limit: 'some',
    met: refused > 0,
  })

  expect((await upload(site, crowd)).status).toBe(302)
  const free = fillDisk(place, MB)
  const { status, text } = await upload(site, crowd)
  recordMeasured({
    what: 'files, disk full: an upload is refused',
    rounds: 1,
    figure: String(status),
    limit: '503, a sentence',
    met: status === 503 && text.includes('Upload fallito'),
  })
  free()
  expect((await upload(site, crowd)).status).toBe(302)
  await backUpFullDisk(settings, site, crowd, place)
  await site.end('SIGKILL')

  const engine = embeddedEngine(join(settings.DATA_DIR, 'postgres'))
  await engine.start()
  const client = new Client(engine.connection)
  await client.connect()
  const { lost, halves } = await findLosses(client, done)
  await client.end()
  await engine.stop()
  recordNone('embedded, disk full: acknowledged writes lost', done.messages.length, lost)
  recordNone('embedded, disk full: half-writes', done.messages.length, halves)
})

test('embedded, a start while the disk is full', { timeout: 300_000 }, async () => {
  const place = aSmallDisk(128)
  if (!place)
    return recordMeasured({
      ...{ what: 'embedded, a start while the disk is full', rounds: 0, limit: '', met: null },
      figure: 'no right to mount a small disk',
    })
  const DATA_DIR = join(place, 'data')
  const untold: string[] = []
  const tried: number[] = []
  async function start(megabytes: number) {
    const free = fillDisk(place ?? '', megabytes * MB)
    const site = aProcess('build/server/index.js', {
      ...{ NODE_ENV: 'production', DATABASE_URL: '', PUBLIC_ORIGIN: '', SEED: 'none', LOG_LEVEL: 'silent' },
      ...{ DATA_DIR, PORT: String(await freePort()) },
    })
    const code = await Promise.race([site.exited, pause(30_000, 'runs')])
    await site.kill()
    tried.push(megabytes)
    const sentence = site.complaints().trim()
    const isRefused = code === 1 && /^Sul disco della cartella dei dati \S+ non c’è più spazio/.test(sentence)
    if (!isRefused) untold.push(`${megabytes} MB: ${code}, ${sentence}`)
    free()
  }
  for (const megabytes of [0, 1, 10, 20]) await start(megabytes)
  const site = await aSite({ DATA_DIR })
  await site.start()
  await site.end('SIGTERM')
  await start(0)
  recordNone('embedded, a start while the disk is full: not told in a sentence', tried.length, untold)
})

test('PostgreSQL, its disk full', { timeout: 300_000 }, async () => {
  const place = aSmallDisk(256)
  if (!place)
    return recordMeasured({
      what: 'PostgreSQL, disk full',
      rounds: 0,
      figure: 'no right to mount a small disk',
      limit: '',
      met: null,
    })
  const server = await startPostgres(process.env.POSTGRES_PROGRAMS ?? '', {
    place,
    settings: { fsync: 'on' },
  })
  onTestFinished(server.stop)
  const settings = { DATA_DIR: aFolder(), DATABASE_URL: server.url }
  const crowd = await aCrowd(settings)
  const site = await aSite(settings)
  const done = nothingDone()
  await site.start()
  await fillAndFreeDisk('PostgreSQL', site, crowd, place, done)
  await site.end('SIGKILL')
  const client = new Client(server.url)
  await client.connect()
  const { lost, halves } = await findLosses(client, done)
  await client.end()
  recordNone('PostgreSQL, disk full: acknowledged writes lost', done.messages.length, lost)
  recordNone('PostgreSQL, disk full: half-writes', done.messages.length, halves)
})
