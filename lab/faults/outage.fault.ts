import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import type { Crowd } from '../../tests/programs/crowd'
import { recordNone, recordTimes } from './measured'
import { aFolder, aSite, form, type Site } from './running-site'
import { aCrowd, aMessage } from './writes'

// PostgreSQL stops, hangs and recovers under a running site.

/** Most milliseconds until a request is answered during an outage, and until all is well after it. */
const LONGEST_WAIT = 3_000
const HEALED = 5_000
/** Most milliseconds until notices of the database arrive again: the listener makes some attempts first. */
const LISTENS_AGAIN = 5_000

type Asked = { path: string; init?: RequestInit }
type Answered = Asked & { status: number; retryAfter: string | null; ms: number; body: string }

/** Requests that need the database. */
function dynamicRequests({ admin, members: [member], courses: [course] }: Crowd): Asked[] {
  const office = { headers: { Cookie: admin.cookie } }
  const asMember = { headers: { Cookie: member?.cookie ?? '' } }
  const json = { method: 'POST', body: JSON.stringify({ course_ids: [course?.id] }) }
  return [
    { path: '/corsi?q=corso' },
    { path: '/corsi/corso-0/calendario.ics' },
    { path: '/sitemap.xml' },
    { path: '/readyz' },
    { path: '/auth', init: form({ intent: 'login', email: 'ada@example.it', password: 'loggia-di-ascoli' }) },
    { path: '/corsi', init: asMember },
    { path: '/', init: asMember },
    { path: '/dashboard', init: asMember },
    { path: '/dashboard.data', init: asMember },
    {
      path: '/functions/v1/enroll_user_in_courses',
      init: { ...json, headers: { ...asMember.headers, 'Content-Type': 'application/json' } },
    },
    ...['/admin', '/admin.data', '/admin/audit', '/admin/audit.csv', '/admin/people', '/admin/mail'].map(
      (path) => ({ path, init: office }),
    ),
  ]
}

/** Pages that need no database. */
const LASTING = [
  '/privacy-policy',
  '/cookie-policy',
  '/note-legali',
  '/accessibilita',
  '/chi-siamo',
  '/healthz',
]
/** Pages that the page cache keeps (ADR 18). */
const CACHED = ['/', '/corsi', '/corsi/corso-0', '/contatti']

async function timedResponse(site: Site, asked: Asked): Promise<Answered> {
  const begun = performance.now()
  const response = await site.ask(asked.path, asked.init)
  const [body, ms] = [await response.text(), performance.now() - begun]
  return { ...asked, status: response.status, retryAfter: response.headers.get('Retry-After'), ms, body }
}

async function tryDuringOutage(site: Site, crowd: Crowd, what: string) {
  // More than the pool has connections.
  const twenty = [...dynamicRequests(crowd), ...dynamicRequests(crowd)].slice(0, 20)
  const answers = await Promise.all(twenty.map((asked) => timedResponse(site, asked)))
  const wrong = answers.filter(
    ({ status, retryAfter, body }) => status !== 503 || !retryAfter || misleads(body),
  )
  const brief = wrong.map(({ path, status, retryAfter, body }) => ({
    path,
    status,
    retryAfter,
    body: body.slice(0, 60),
  }))
  recordNone(`${what}: 20 requests at once, not told 503 with Retry-After in Italian`, 20, brief)
  recordTimes(
    `${what}: 20 requests at once, until told`,
    answers.map(({ ms }) => ms),
    LONGEST_WAIT,
  )

  const [member] = crowd.members
  const pressed = await Promise.all(['', member?.cookie ?? ''].map((cookie) => afterPress(site, cookie)))
  const untold = pressed.filter(({ body }) => !body.includes('un errore durante l&#x27;iscrizione'))
  recordNone(`${what}: 'Iscriviti ora' of a visitor and a member, not told by its toast`, 2, untold)

  const lasting = await Promise.all(LASTING.map((path) => timedResponse(site, { path })))
  const gone = lasting.filter(({ status }) => status !== 200).map(({ path, status }) => `${path} ${status}`)
  recordNone(`${what}: pages without database, not 200`, LASTING.length, gone)
}

/** Presses 'Iscriviti ora' and reads the page that follows. */
async function afterPress(site: Site, cookie: string): Promise<Answered> {
  const { headers } = await site.ask('/corsi/corso-0/iscrizione', form({}, cookie))
  const toast = headers.getSetCookie().map((set) => set.split(';')[0])
  const cookies = [cookie, ...toast].filter(Boolean).join('; ')
  return timedResponse(site, { path: headers.get('Location') ?? '', init: { headers: { Cookie: cookies } } })
}

/** Framework texts, or an empty list in place of an error. */
const misleads = (body: string) =>
  /^(Unexpected|Internal)|<html(?! lang="it")|Nessun (corso|risultato)/.test(body)

/** A new listening connection, within a second, clears the cache. */
async function readOnce(site: Site) {
  await pause(1_500)
  for (const path of CACHED) expect((await timedResponse(site, { path })).status).toBe(200)
}

async function tryCachedPages(site: Site, what: string) {
  const found = await Promise.all(CACHED.map((path) => timedResponse(site, { path })))
  const gone = found.filter(({ status }) => status !== 200).map(({ path, status }) => `${path} ${status}`)
  recordNone(`${what}: pages read before, not 200`, CACHED.length, gone)
}

async function tryAfterOutage(site: Site, crowd: Crowd, what: string) {
  const begun = performance.now()
  const works = async () =>
    (await timedResponse(site, { path: '/admin', init: { headers: { Cookie: crowd.admin.cookie } } })).status
  await expect.poll(works, { timeout: 30_000, interval: 50 }).toBe(200)
  recordTimes(`${what}: healed after`, [performance.now() - begun], HEALED)
  expect((await site.ask('/contatti', aMessage(crowd).form)).status).toBe(302)
}

async function aSiteOnServer() {
  const server = await startPostgres(process.env.POSTGRES_PROGRAMS ?? '')
  onTestFinished(server.stop)
  const settings = { DATA_DIR: aFolder(), DATABASE_URL: server.url }
  const crowd = await aCrowd(settings)
  const site = await aSite(settings)
  await site.start()
  return { server, crowd, site }
}

test('PostgreSQL stops, hangs and comes back', { timeout: 300_000 }, async () => {
  const { server, crowd, site } = await aSiteOnServer()
  await readOnce(site)

  await server.end('SIGINT')
  await tryDuringOutage(site, crowd, 'PostgreSQL stopped')
  await tryCachedPages(site, 'PostgreSQL stopped')
  await server.start()
  await tryAfterOutage(site, crowd, 'PostgreSQL stopped')

  // This process has an empty cache.
  await site.end('SIGTERM')
  await site.start()
  await server.end('SIGQUIT')
  await tryDuringOutage(site, crowd, 'PostgreSQL stopped at once')
  await server.start()
  await tryAfterOutage(site, crowd, 'PostgreSQL stopped at once')

  await readOnce(site)
  const hung = [server.pid(), ...childrenOf(server.pid())]
  for (const pid of hung) process.kill(pid, 'SIGSTOP')
  try {
    await tryDuringOutage(site, crowd, 'PostgreSQL hangs')
    await tryCachedPages(site, 'PostgreSQL hangs')
  } finally {
    for (const pid of hung) process.kill(pid, 'SIGCONT')
  }
  await tryAfterOutage(site, crowd, 'PostgreSQL hangs')
  await site.end('SIGTERM')
})

/** A failover: the address leads to a read-only server, later promoted. */
test('PostgreSQL comes back as a standby, and is promoted', { timeout: 300_000 }, async () => {
  const { server, crowd, site } = await aSiteOnServer()

  const [{ folder }] = await runQuery(server.url, `select current_setting('data_directory') as folder`)
  await server.end()
  writeFileSync(join(folder, 'standby.signal'), '')
  await server.start()
  await pause(LISTENS_AGAIN)
  const read = await Promise.all(CACHED.map((path) => timedResponse(site, { path: `${path}?q=corso` })))
  const unread = read.filter(({ status }) => status !== 200).map(({ path, status }) => `${path} ${status}`)
  recordNone('PostgreSQL a standby: public pages not read', CACHED.length, unread)
  const written = await Promise.all(
    Array.from({ length: 10 }, () => timedResponse(site, { path: '/contatti', init: aMessage(crowd).form })),
  )
  const untold = written.filter(({ status, body }) => status !== 503 || misleads(body))
  recordNone(
    'PostgreSQL a standby: writes not told 503',
    10,
    untold.map(({ status }) => status),
  )
  const left = await runQuery(server.url, `select pid from pg_stat_activity where query ilike 'listen%'`)
  recordNone('PostgreSQL a standby: connections left by those that could not listen', 1, left.slice(1))

  await runQuery(server.url, 'select pg_promote()')
  await tryAfterOutage(site, crowd, 'PostgreSQL promoted')
  await pause(LISTENS_AGAIN)
  await timedResponse(site, { path: '/corsi/corso-0' })
  await runQuery(server.url, `update courses set title = 'Promosso' where slug = 'corso-0'`)
  const begun = performance.now()
  const shown = async () => (await timedResponse(site, { path: '/corsi/corso-0' })).body
  await expect.poll(shown, { timeout: 30_000, interval: 20 }).toContain('Promosso')
  recordTimes('PostgreSQL promoted: a change by hand shows after', [performance.now() - begun], HEALED)
  await site.end('SIGTERM')
})

async function runQuery(url: string, query: string) {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(query).finally(() => client.end())
  return rows
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}
