// `npm run bench:growth`: every list, search, export and chart with 100 courses and 1,000 people against 10,000 and
// 100,000, on PostgreSQL and embedded. Writes tables into RESULTS.md; fails beyond its figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../../scripts/machine.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { ADDRESSES, CROWD, sizeOf } from './addresses.mjs'
import { FIRST_ROUND, listen } from './listen.mjs'
import {
  MEMBER,
  machine,
  median,
  memoryOf,
  OFFICE,
  runProgram,
  runSql,
  say,
  signIn,
  startSite,
  table,
  versionOf,
  writeResults,
} from './site.mjs'

const PORTS = { small: 4350, large: 4351 }
/** Requests for each address that are measured, and that warm the site before. */
const [ROUNDS, WARM] = [Number(process.env.ROUNDS ?? 15), 2]
const MOST = { ratio: 1.5, queries: 4, search: 10, firstByte: 500, memory: 150, seconds: 30 }
/** Addresses of files that contain all rows. */
const EXPORTS = [
  '/sitemap.xml',
  '/dashboard/dati.json',
  `/admin/courses/${CROWD}/iscritti.csv`,
  '/admin/courses.csv',
  '/admin/audit.csv',
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
  const server = engine === 'postgres' ? await databaseServer() : undefined
  const sites = {}
  try {
    const databases = Object.fromEntries(['small', 'large'].map((size) => [size, databaseOf(size, server)]))
    for (const size of ['small', 'large']) await prepareDatabase(size, databases[size], server)
    const began = {}
    for (const size of ['small', 'large']) {
      sites[size] = await startSite(PORTS[size], databases[size])
      began[size] = sites[size].ready
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_ROUND))
    const times = await compareSites(sites)
    const files = await timeExport(sites.large)
    const watched = {}
    for (const size of ['small', 'large']) {
      await sites[size].stop()
      const explained = size === 'large' && Boolean(server)
      const addresses = (site) => emailAddressesOf(site, size)
      watched[size] = await listen(PORTS[size], databases[size], addresses, explained)
    }
    report(engine, await versionOf(server), { began, times, files, ...watched })
  } finally {
    for (const site of Object.values(sites)) await site.stop()
    await server?.stop()
  }
}

/** With `DATABASE_URL` the filled databases stay for the next run. */
async function databaseServer() {
  const url = process.env.DATABASE_URL
  return url ? { url, keeps: true, stop: () => {} } : startPostgres(await findPostgres())
}

function databaseOf(size, server) {
  const url = server ? Object.assign(new URL(server.url), { pathname: `growth_${size}` }).href : ''
  return { DATABASE_URL: url, DATA_DIR: join(folder, `${server ? 'server' : 'embedded'}-${size}`) }
}

/** A filled database of this size, or a copy. */
async function prepareDatabase(size, database, server) {
  if (!server) return fillDatabase(size, database)
  const [name, templateName] = [`growth_${size}`, `growth_${size}_data`]
  const [, [found]] = await runSql(
    server,
    `drop database if exists ${name} with (force)`,
    `select 1 from pg_database where datname = '${templateName}'`,
  )
  await runSql(server, `create database ${name}${found ? ` template ${templateName}` : ''}`)
  if (found) return
  await fillDatabase(size, database)
  if (server.keeps) await runSql(server, `create database ${templateName} template ${name}`)
}

async function fillDatabase(size, database) {
  const { courses, people, entries } = sizeOf(size)
  const site = await startSite(PORTS[size], database)
  await site.stop()
  say(`${size}:`)
  const counts = { COURSES: courses, PEOPLE: people, ENROLMENTS: entries, ENTRIES: entries }
  await runProgram('lab/bench/fill.ts', { ...database, ...counts })
}

/** With the cookie of each audience, which bypasses the page cache. */
async function emailAddressesOf(site, size) {
  const cookies = {
    everybody: 'afresh=1',
    'a member': await signIn(site.url, MEMBER),
    'the office': await signIn(site.url, OFFICE),
  }
  const found = []
  for (const [who, list] of Object.entries(ADDRESSES)) {
    const ask = (path) =>
      fetch(site.url + path, {
        headers: { cookie: cookies[who], 'sec-fetch-site': 'same-origin' },
        redirect: 'manual',
      })
    const last = async (path, name) => {
      const links = (await (await ask(path)).text()).matchAll(new RegExp(`[?;&]${name}=(\\d+)`, 'g'))
      const page = Math.max(1, ...[...links].map(([, number]) => Number(number)))
      return page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${page}`
    }
    for (const [name, address] of list) {
      const path = typeof address === 'string' ? address : await address({ ...sizeOf(size), last })
      found.push({ who, name, path, get: () => timeRequest(() => ask(path), path) })
    }
  }
  return found
}

async function timeRequest(ask, path) {
  const began = performance.now()
  const response = await ask()
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - began
}

async function compareSites(sites) {
  const small = await emailAddressesOf(sites.small, 'small')
  const large = await emailAddressesOf(sites.large, 'large')
  const rows = []
  for (const [i, { who, name, get }] of small.entries()) {
    const times = { small: [], large: [] }
    for (let round = -WARM; round < ROUNDS; round++) {
      const pair = [await get(), await large[i].get()]
      if (round >= 0) times.small.push(pair[0]) && times.large.push(pair[1])
    }
    rows.push({ who, name, small: median(times.small), large: median(times.large) })
    console.log(`${name.padEnd(40)} ${rows.at(-1).small.toFixed(1)} ${rows.at(-1).large.toFixed(1)}`)
  }
  return rows
}

async function timeExport(site) {
  const [office, member] = [await signIn(site.url, OFFICE), await signIn(site.url, MEMBER)]
  const rows = []
  for (const file of EXPORTS) {
    const cookie = file.startsWith('/dashboard') ? member : office
    const before = memoryOf(site.pid)
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(site.pid))
    }, 50)
    const began = performance.now()
    const response = await fetch(site.url + file, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    if (response.status !== 200) throw new Error(`${file} answered ${response.status}`)
    let [first, bytes, lines] = [undefined, 0, 0]
    try {
      for await (const piece of response.body) {
        first ??= performance.now() - began
        bytes += piece.length
        for (const byte of piece) if (byte === 10) lines++
      }
    } catch {
      failures.push(`${file} broke off after ${lines} lines`)
    }
    clearInterval(timer)
    const seconds = (performance.now() - began) / 1000
    rows.push({ file, lines, megabytes: bytes / 1e6, first, seconds, memory: most - before })
    console.log(file, lines, first, seconds)
  }
  return rows
}

function report(engine, version, { began, times, files, small, large }) {
  const fail = (sentence) => failures.push(`${engine}: ${sentence}`)
  const ms = (number) => number.toFixed(number < 10 ? 1 : 0)
  const pageNamed = (site, name) => site.spoken.find((page) => page.name === name)
  const pages = times.map(({ who, name, small: before, large: after }) => {
    const { statements, slowest } = pageNamed(large, name)
    const [ratio, queries] = [after / before, statements.length]
    if (ratio > MOST.ratio) fail(`${name}: ${ratio.toFixed(2)} times as long with the large data`)
    if (who === 'everybody' && queries > MOST.queries) fail(`${name}: ${queries} queries`)
    if (name.startsWith('search') && slowest > MOST.search) fail(`${name}: a query of ${ms(slowest)} ms`)
    return [name, ms(before), ms(after), ratio.toFixed(2), String(queries), ms(slowest)]
  })
  const sum = (site, name) => pageNamed(site, name).statements.reduce((all, { ms }) => all + ms, 0)
  const events = ['first round of the schedule', 'deletion of an account'].map((name) => [
    name,
    ms(sum(small, name)),
    ms(sum(large, name)),
    String(pageNamed(large, name).statements.length),
  ])
  const exports = files.map(({ file, lines, megabytes, first, seconds, memory }) => {
    const short = first > MOST.firstByte || seconds > MOST.seconds || memory > MOST.memory
    const figures = [ms(first), seconds.toFixed(1), memory.toFixed(0)]
    if (file.endsWith('.csv') && short) fail(`${file}: ms, seconds and MB are ${figures.join(', ')}`)
    return [file, String(lines), megabytes.toFixed(1), ...figures]
  })
  for (const { name, table: big, text, plan } of large.plans) {
    fail(`${name}: sequential scan on ${big}\n${text}\n${plan}`)
  }
  const parts = [
    `### ${version}`,
    `${machine()}. ${new Date().toISOString().slice(0, 10)}.`,
    table(['Address', 'Small, ms', 'Large, ms', 'Ratio', 'Queries', 'Slowest query, ms'], pages),
    table(['What is written out whole', 'Lines', 'MB', 'First byte, ms', 'Seconds', 'Memory +MB'], exports),
    table(
      ['What happens by itself, or once', 'Small, ms', 'Large, ms', 'Queries'],
      [['start of the server', ms(began.small), ms(began.large), ''], ...events],
    ),
    large.plans.checked
      ? `Plans: ${large.plans.checked} statements, ${large.plans.length} with a sequential scan on a big table.`
      : '',
  ]
  writeResults(`growth ${engine}`, say(parts.filter(Boolean).join('\n\n')))
}
