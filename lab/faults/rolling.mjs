// `node lab/faults/rolling.mjs [nginx|caddy]`: three processes behind a proxy are one site, and restart in turn
// without a failed request.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startSet } from './set.mjs'

/** Readers, and requests per second of each reader and of two writers. */
const READERS = 8
const PACE = 20
const MEMBER = { email: 'giulia.rossi@example.org', password: 'loggia-di-ascoli' }
const ADMIN = { email: 'segreteria@example.org', password: 'travertino-e-inchiostro' }

let wrong = 0
function expectSame(what, found, expected) {
  const right = JSON.stringify(found) === JSON.stringify(expected)
  if (!right) wrong += 1
  const figure = right ? JSON.stringify(found) : `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
  console.log(`${right ? '✓' : '✗'} ${what}: ${figure}`)
}

const proxy = process.argv[2] ?? 'nginx'
const began = Date.now()
const set = await startSet({ proxy })
const { sites, origin, ask } = set
const [first, second, third] = sites
const database = new Client(set.database)
database.on('error', () => {}) // whoever asks is told
await database.connect()
const count = async (query) => Number((await database.query(`select count(*) from ${query}`)).rows[0].count)

try {
  console.log(
    `Three processes, ready ${((Date.now() - began) / 1000).toFixed(1)} s after all began, ${proxy}\n`,
  )
  await start()
  await sessions()
  await limits()
  await emails()
  await uploads()
  await schedule()
  await rolling()
} finally {
  await database.end().catch(() => {})
  await set.stop()
}
console.log(wrong === 0 ? '\nall right' : `\n${wrong} wrong`)
process.exitCode = wrong === 0 ? 0 : 1

/** Expects that the demo data and the administrator exist once, though three processes started at once. */
async function start() {
  expectSame('administrators after three starts at once', await count("profiles where role = 'admin'"), 1)
  expectSame('demo courses', await count('courses'), 17)
}

async function signIn(site, account) {
  const { status, headers } = await ask(`${site}/auth`, { form: { ...account, intent: 'login' } })
  if (status !== 302) throw new Error(`Signing in was answered with ${status}`)
  const session = headers['set-cookie'].find((cookie) => cookie.startsWith('__Host-session='))
  return { cookie: session?.split(';')[0], attributes: session?.split('; ').slice(1).sort() }
}

async function sessions() {
  const { cookie, attributes } = await signIn(origin, MEMBER)
  const stableAttributes = attributes?.filter((attribute) => !attribute.startsWith('Max-Age'))
  expectSame('cookie behind TLS', stableAttributes, ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
  const session = await signIn(first.url, MEMBER)
  const opened = async (site, cookie) => (await ask(`${site.url}/dashboard`, { cookie })).status
  expectSame('signed in at one, read at two', await opened(second, session.cookie), 200)
  await ask(`${second.url}/logout`, { form: {}, cookie: session.cookie })
  expectSame('signed out at two, read at three', await opened(third, session.cookie), 302)
  expectSame('keys that sign them', await count("settings where key = 'installation-secret'"), 1)
  expectSame('the other session of this person', await opened(third, cookie), 200)
}

/** Five wrong passwords over all processes; X-Forwarded-For is not trusted. */
async function limits() {
  const wrongly = async (site) =>
    (await ask(`${site.url}/auth`, { form: { ...ADMIN, password: 'sbagliata', intent: 'login' } })).status
  const heard = []
  for (const site of [first, second, third, first, second, third]) heard.push(await wrongly(site))
  expectSame('wrong passwords over three processes', heard.slice(4), [heard[0], 429])
  await database.query('delete from rate_limits where hits > 3')

  const contact = { name: 'Ada', surname: 'Prova', email: 'ada@example.org', phone: '0736 123456' }
  const statuses = []
  for (let number = 1; number <= 6; number++) {
    const headers = { 'X-Forwarded-For': `10.0.0.${number}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ ...contact, message: `Prova ${number}` })
    statuses.push((await ask(`${origin}/functions/v1/handle-contact-form`, { body, headers })).status)
  }
  expectSame('messages with six invented addresses', statuses, [200, 200, 200, 200, 200, 429])
}

async function emails() {
  const before = set.emails.length
  await database.query(`insert into outgoing_mail (kind, to_name, to_address, subject, html, text)
    select 'prova', '', 'prova-' || n || '@example.org', 'Prova', '<p>Prova</p>', 'Prova' from generate_series(1, 60) n`)
  for (let left = 1, tries = 0; left > 0 && tries < 100; tries++) {
    await pause(100)
    left = await count('outgoing_mail where sent_at is null')
  }
  const sent = set.emails.slice(before).filter((address) => address.startsWith('prova-'))
  expectSame('60 e-mails by three senders: sent, different', [sent.length, new Set(sent).size], [60, 60])
}

async function uploads() {
  const { cookie } = await signIn(first.url, ADMIN)
  const { rows } = await database.query('select id from courses order by id limit 1')
  const form = new FormData()
  form.set('visibility', 'ufficio')
  form.set('file', new File(['Scritto dal primo processo.'], 'prova.txt', { type: 'text/plain' }))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const sent = await ask(`${first.url}/admin/documents?corso=${rows[0].id}`, {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'Content-Type': request.headers.get('content-type') },
    cookie,
  })
  const document = await database.query("select id from course_documents where file_name = 'prova.txt'")
  const read = await ask(`${second.url}/documenti/${document.rows[0]?.id}`, { cookie })
  expectSame(
    'a file sent to one, read at two',
    [sent.status, read.text],
    [302, 'Scritto dal primo processo.'],
  )
}

/**
 * One process runs each task: its row is written at the start and at the end of a run. Offers are made every ten seconds,
 * everything else at most once in this time.
 */
async function schedule() {
  // PostgreSQL reports statistics of idle connections after 10 seconds.
  await pause(Math.max(0, began + 40_000 - Date.now()))
  const tasks = readFileSync('app/operations/schedule.server.ts', 'utf8').match(/\bname: '/g)
  const { rows } = await database.query(
    "select n_tup_ins + n_tup_upd as writes from pg_stat_user_tables where relname = 'task_runs'",
  )
  const runs = tasks.length + Math.floor((Date.now() - began) / 10_000)
  const writes = Number(rows[0].writes)
  expectSame(
    'tasks that ran; whether three processes ran them as often as one',
    [
      await count('task_runs where ok and ended_at is not null'),
      writes <= 2 * runs ? 'yes' : `${writes} writes`,
    ],
    [tasks.length, 'yes'],
  )
}

/** Restarts processes in turn under load; changes are compared with the audit log. */
async function rolling() {
  const writers = [await signIn(origin, MEMBER), await signIn(origin, ADMIN)]
  const before = await count("audit_logs where action = 'update' and entity_type = 'profiles'")
  const start = Date.now()
  const stopLoad = startLoad(writers.map(({ cookie }) => cookie))
  const ends = []
  for (const site of sites) {
    await pause(2_000)
    const ended = site.end()
    // nginx learns from its own requests, Caddy by health checks.
    const watching = setInterval(() => ask(`${origin}/healthz`).catch(() => {}), 250)
    ends.push(await ended)
    clearInterval(watching)
    site.start()
    await site.ready()
    // nginx avoids a failed process for this long.
    await pause(10_500)
  }
  const { pages, changes, failed, times } = await stopLoad()
  const rate = Math.round((pages + changes) / ((Date.now() - start) / 1000))
  const quantile = (part) => `${Math.round(times[Math.floor((times.length - 1) * part)])} ms`
  console.log(
    `\n${pages} pages and ${changes} changes, ${rate} in a second; half within ${quantile(0.5)}, 99 % within ${quantile(0.99)}, all within ${quantile(1)}`,
  )
  console.log(
    `the processes ended within ${ends.map(({ took }) => `${(took / 1000).toFixed(1)} s`).join(', ')}`,
  )
  expectSame(
    'exit codes',
    ends.map(({ code }) => code),
    [0, 0, 0],
  )
  expectSame('failed requests', failed, {})
  const faults = sites.flatMap((site) => site.faults()).filter(({ time }) => time > start)
  for (const { err, msg } of faults.slice(0, 5))
    console.log(`  ${msg}: ${err?.cause?.message ?? err?.message}`)
  const written = (await count("audit_logs where action = 'update' and entity_type = 'profiles'")) - before
  expectSame('changes in the activity log', written, changes)
}

/** Readers and two writers at a given rate, slower on a busy machine. `stop` resolves with their results. */
function startLoad(cookies) {
  const result = { pages: 0, changes: 0, failed: {}, times: [] }
  const pages = ['/', '/corsi', '/contatti', '/chi-siamo']
  const stopping = new AbortController()
  let number = 0
  const once = async (cookie) => {
    const start = performance.now()
    number += 1
    const person = { firstName: 'Prova', lastName: 'Prova', phone: `0736 ${100_000 + number}` }
    const asked = cookie
      ? ask(`${origin}/dashboard/profilo`, { form: person, cookie })
      : ask(origin + pages[number % pages.length])
    const outcome = await asked.then(
      ({ status }) => status,
      (error) => error.code ?? error.message,
    )
    const time = performance.now() - start
    result.times.push(time)
    if (outcome === (cookie ? 302 : 200)) result[cookie ? 'changes' : 'pages'] += 1
    else {
      const kind = `${cookie ? 'POST' : 'GET'} ${outcome}`
      result.failed[kind] = (result.failed[kind] ?? 0) + 1
    }
    return time
  }
  const client = async (cookie) => {
    while (!stopping.signal.aborted) await pause(Math.max(0, 1000 / PACE - (await once(cookie))))
  }
  const clients = [...Array(READERS).fill(), ...cookies].map(client)
  return async () => {
    stopping.abort()
    await Promise.all(clients)
    result.times.sort((a, b) => a - b)
    return result
  }
}
