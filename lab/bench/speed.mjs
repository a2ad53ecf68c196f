// `npm run bench`: kept pages against nginx, fresh pages against React alone, search, sign-in and enrolment, on
// PostgreSQL and embedded. Takes eight minutes, writes tables into RESULTS.md; fails beyond the figures below.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../scripts/machine.mjs'
import { freePort, startPostgres } from '../../scripts/postgres.mjs'
import { AFRESH, freshPages, keptPages, METRICS_TOKEN, ROUNDS } from './pages.mjs'
import { machine, median, runProgram, say, startSite, table, versionOf, writeResults } from './site.mjs'

const SEARCHES = ['/corsi?q=marketing', '/corsi?q=contabilita', '/corsi?q=leadersip']
/** How many searches are measured, and how many people sign in and enrol. */
const [TIMES, PEOPLE] = [200, 60]
/**
 * At least: shares of what nginx and React alone serve, fresh pages a second. At most, in milliseconds: 99 of 100 kept
 * pages, one fresh page.
 */
const [LEAST, MOST] = [
  { cached: 0.55, react: 1 / 3, fresh: 400 },
  { cached: 5, fresh: 4 },
]

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const failures = []

const engines = process.argv[2] ? [process.argv[2]] : ['postgres', 'embedded']
try {
  for (const engine of engines) await measureOn(engine)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(`\n${failures.join('\n')}`)
  process.exitCode = 1
}

async function measureOn(engine) {
  const server = engine === 'postgres' ? await startPostgres(await findPostgres()) : undefined
  const database = {
    ...{ DATABASE_URL: server?.url ?? '', DATA_DIR: join(folder, engine), TRUST_PROXY: '1' },
    ...{ LOG_LEVEL: 'error', METRICS_TOKEN },
  }
  const port = await freePort()
  let site
  try {
    site = await startSite(port, database)
    // Kept pages do not depend on the database.
    const cached = engine === 'postgres' ? await keptPages(site, folder) : undefined
    const fresh = await freshPages(site)
    const reading = []
    for (const path of SEARCHES)
      reading.push([`search ${path}`, await oneAtATime(() => search(site, path), TIMES)])
    await site.stop()
    const crowd = JSON.parse(
      await runProgram('tests/programs/crowd.ts', { ...database, MEMBERS: PEOPLE, COURSES: 2 }, 'pipe'),
    )
    site = await startSite(port, database)
    report(await versionOf(server), { cached, fresh, reading, writing: await writes(site, crowd) })
  } finally {
    await site?.stop()
    await server?.stop()
  }
}

async function search(site, path) {
  const response = await fetch(site.url + path, { headers: AFRESH })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  await response.text()
}

/** The median of the milliseconds that a piece of work takes, done one after the other. */
async function oneAtATime(work, times) {
  const measured = []
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    await work(time)
    measured.push(performance.now() - began)
  }
  return median(measured)
}

/** Sign-ins, then two requests each: one at a time and eight at once. */
async function writes(site, { members, courses, password }) {
  const signIn = async (number) => {
    const body = new URLSearchParams({ intent: 'login', email: members[number].email, password })
    const headers = { 'X-Forwarded-For': `10.0.${Math.floor(number / 250)}.${number % 250}` }
    const response = await fetch(`${site.url}/auth`, { method: 'POST', body, headers, redirect: 'manual' })
    if (response.status !== 302) throw new Error(`A sign-in answered ${response.status}`)
  }
  const enrolIn = (course) => async (number) => {
    const response = await fetch(`${site.url}/functions/v1/enroll_user_in_courses`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: members[number].cookie },
      body: JSON.stringify({ course_ids: [course.id] }),
    })
    if (!response.ok) throw new Error(`An enrolment answered ${response.status}`)
  }
  const measured = async (name, inTurn, atOnce) => [
    name,
    await oneAtATime(inTurn, PEOPLE),
    await manyAtOnce(atOnce, PEOPLE),
  ]
  return [
    await measured('sign-in', signIn, signIn),
    await measured('enrolment, with its entry and two e-mails', ...courses.map(enrolIn)),
  ]
}

/** How many pieces of work are done in a second, eight at once. */
async function manyAtOnce(work, times) {
  const began = performance.now()
  let next = 0
  const worker = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return (1_000 * times) / (performance.now() - began)
}

function report(version, { cached, fresh, reading, writing }) {
  const fail = (sentence) => failures.push(`${version}: ${sentence}`)
  for (const { path, ofSite, ofNginx } of cached?.rows ?? []) {
    const ratio = ofSite.rate / ofNginx.rate
    if (ratio < LEAST.cached) fail(`${path} from the cache: ${ratio.toFixed(2)} of nginx`)
    if (ofSite.p99 > MOST.cached) fail(`${path} from the cache: 99 of 100 within ${ofSite.p99} ms`)
  }
  for (const { path, single, rate, react, alone } of fresh) {
    if (alone / react < LEAST.react)
      fail(`${path}: React's part is ${(react / alone).toFixed(1)} times React alone`)
    if (rate < LEAST.fresh) fail(`${path} afresh: ${rate.toFixed(0)} requests/s`)
    if (single > MOST.fresh) fail(`${path} afresh: ${single.toFixed(1)} ms`)
  }
  const whole = (number) => Math.round(number).toLocaleString('en')
  const parts = [
    `### ${version}`,
    `${machine()}. ${new Date().toISOString().slice(0, 10)}. The load comes from the same machine (wrk, one thread).`,
    cached &&
      `Kept pages, 16 connections, medians of ${ROUNDS} rounds in turn with nginx (${cached.version}, one worker, the same bytes as a file).`,
    cached &&
      table(
        [
          ...['Page', 'Bytes', 'Site, requests/s', 'nginx, requests/s', 'Ratio', 'Node alone to nginx'],
          ...['Site: 99 % within, ms', 'nginx, ms'],
        ],
        cached.rows.map(({ path, bytes, ofSite, ofNginx, ofNode }) => [
          ...[path, whole(bytes), whole(ofSite.rate), whole(ofNginx.rate)],
          ...[ofSite.rate / ofNginx.rate, ofNode.rate / ofNginx.rate, ofSite.p99, ofNginx.p99].map((number) =>
            number.toFixed(2),
          ),
        ]),
      ),
    'Pages rendered afresh, with everything they ask of the database. React alone renders the same elements without components, router or data; React Router alone renders them as a route, with its links.',
    table(
      [
        ...['Page', 'One at a time, ms', 'Requests/s', 'React’s part, ms', 'React alone, ms', 'Ratio'],
        ...['React Router alone, ms', 'Ratio'],
      ],
      fresh.map(({ path, single, rate, react, alone, router }) => [
        ...[
          path,
          single.toFixed(1),
          whole(rate),
          react.toFixed(2),
          alone.toFixed(2),
          (alone / react).toFixed(2),
          router.toFixed(2),
          (router / react).toFixed(2),
        ],
      ]),
    ),
    table(
      ['What people do', 'One at a time, ms', 'Eight at once, a second'],
      [
        ...reading.map(([name, ms]) => [name, ms.toFixed(1), '']),
        ...writing.map(([name, ms, rate]) => [name, ms.toFixed(1), whole(rate)]),
      ],
    ),
  ]
  writeResults(`speed ${version.split(' ')[0]}`, say(parts.filter(Boolean).join('\n\n')))
}
