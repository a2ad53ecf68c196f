// `npm run bench:drawing`: 500 attestati are drawn while people read the home page and a page that is rendered afresh.
// Takes two minutes for each database, writes tables into RESULTS.md; fails where 99 of 100 requests take more than 1.5
// times as long as without drawing.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostgres } from '../../scripts/machine.mjs'
import { freePort, startPostgres } from '../../scripts/postgres.mjs'
import { AFRESH, BROWSER } from './pages.mjs'
import {
  machine,
  OFFICE,
  runProgram,
  say,
  signIn,
  startSite,
  table,
  versionOf,
  writeResults,
} from './site.mjs'

/** Each turn measures without drawing, then with it. */
const TURNS = 3
const ATTESTATI = 500
/** Seconds that are measured without drawing, and most seconds until all attestati are drawn. */
const [IDLE, DRAWN_MOST] = [10, 90]
/** Milliseconds between two requests for a page, and between two looks at the files. */
const [PACE, LOOK] = [10, 200]
const RATIO_MOST = 1.5
const PAGES = [
  { path: '/', name: 'home page, kept', headers: BROWSER },
  { path: '/corsi', name: 'catalogue, rendered afresh', headers: AFRESH },
]

const folder = mkdtempSync(join(tmpdir(), 'drawing-'))
const failures = []
try {
  for (const engine of process.argv[2] ? [process.argv[2]] : ['postgres', 'embedded']) await measureOn(engine)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(`\n${failures.join('\n')}`)
  process.exitCode = 1
}

async function measureOn(engine) {
  const server = engine === 'postgres' ? await startPostgres(await findPostgres()) : undefined
  const data = join(folder, engine)
  const database = { DATABASE_URL: server?.url ?? '', DATA_DIR: data, LOG_LEVEL: 'error' }
  const port = await freePort()
  let site = await startSite(port, database)
  try {
    await site.stop()
    const added = { ...database, EDITIONS: TURNS, PEOPLE: ATTESTATI }
    const editions = JSON.parse(await runProgram('lab/bench/finished.ts', added, 'pipe'))
    site = await startSite(port, database)
    const office = await signIn(site.url, OFFICE)
    const idle = PAGES.map(() => [])
    const drawing = PAGES.map(() => [])
    const seconds = []
    for (const edition of editions) {
      collect(idle, await readWhile(site, () => pause(IDLE * 1_000)))
      const before = filesIn(data)
      await issueAll(site, office, edition)
      const span = {}
      const read = await readWhile(site, () => untilDrawn(data, before, span))
      const whileDrawing = read.map((times) => times.filter(({ at }) => at >= span.from && at <= span.to))
      collect(drawing, whileDrawing)
      seconds.push((span.to - span.from) / 1_000)
      console.log(`${ATTESTATI} attestati in ${seconds.at(-1).toFixed(1)} s`)
    }
    report(await versionOf(server), engine, { idle, drawing, seconds })
  } finally {
    await site.stop()
    await server?.stop()
  }
}

function filesIn(data) {
  const entries = readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** The office issues the attestati of everybody in an edition; the schedule draws them. */
async function issueAll(site, office, edition) {
  const address = `${site.url}/admin/courses/${edition}/attestati`
  const page = await (await fetch(address, { headers: { Cookie: office } })).text()
  const chosen = [...page.matchAll(/<input[^>]*\bname="chosen"[^>]*/g)].map(([box]) => [
    'chosen',
    /\bvalue="([\w-]+)"/.exec(box)?.[1] ?? '',
  ])
  if (chosen.length !== ATTESTATI) throw new Error(`${chosen.length} people may have an attestato`)
  const body = new URLSearchParams([['intent', 'issue'], ...chosen])
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { Cookie: office, Origin: site.url },
    redirect: 'manual',
  })
  if (response.status !== 302) throw new Error(`Issuing answered ${response.status}`)
}

/** Notes in `span` when the first file and the last one were there. */
async function untilDrawn(data, before, span) {
  const began = performance.now()
  while (!span.to) {
    await pause(LOOK)
    const drawn = filesIn(data) - before
    const now = performance.now()
    if (drawn > 0) span.from ??= now
    if (drawn >= ATTESTATI) span.to = now
    if (now - began > DRAWN_MOST * 1_000) throw new Error(`${drawn} attestati in ${DRAWN_MOST} s`)
  }
}

/** Each page is asked one at a time until `work` is over. @returns for each page when (`at`) and how long (`ms`) */
async function readWhile(site, work) {
  let isOver = false
  const readers = PAGES.map(async ({ path, headers }) => {
    const times = []
    while (!isOver) {
      const at = performance.now()
      const response = await fetch(site.url + path, { headers })
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
      times.push({ at, ms: performance.now() - at })
      await pause(PACE)
    }
    return times
  })
  await work().finally(() => {
    isOver = true
  })
  return Promise.all(readers)
}

function collect(into, read) {
  for (const [page, times] of read.entries()) into[page].push(...times.map(({ ms }) => ms))
}

/** The milliseconds that 99 of 100 requests stay within. */
function p99(times) {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}

function report(version, engine, { idle, drawing, seconds }) {
  const rows = PAGES.map(({ name }, page) => {
    const [without, during] = [p99(idle[page]), p99(drawing[page])]
    const ratio = during / without
    if (!(ratio <= RATIO_MOST)) failures.push(`${version}: ${name}: ${ratio.toFixed(2)} times as long`)
    return [name, without.toFixed(1), during.toFixed(1), ratio.toFixed(2), drawing[page].length]
  })
  const text = [
    `### ${ATTESTATI} attestati while people read, ${version}`,
    `${machine()}. ${new Date().toISOString().slice(0, 10)}. ${TURNS} turns with and without drawing; drawn in ${seconds.map((each) => each.toFixed(1)).join(', ')} s. At most ${RATIO_MOST} times as long.`,
    table(['Page', 'Idle: 99 % within, ms', 'Drawing, ms', 'Ratio', 'Requests while drawing'], rows),
  ].join('\n\n')
  writeResults(`drawing ${engine}`, say(text))
}
