// `npm run bench:office`: the office's pages on many years of data. Starts what it needs on this machine alone, ends
// by itself, prints a table. `DATABASE_URL` measures that server (an empty database!) instead of the embedded one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { install, projectNode } from '../scripts/install.mjs'

const ROUNDS = 40
const PORT = 4799
const SITE = `http://localhost:${PORT}`
const ACCOUNT = { intent: 'login', email: 'segreteria@example.org', password: 'travertino-e-inchiostro' }

await install()
await build()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const env = { ...process.env, DATA_DIR: folder, PORT: String(PORT), NODE_ENV: 'production', SEED: 'demo' }
let server
try {
  server = await start()
  await stop(server)
  await filled()
  server = await start()
  await measure(server.pid)
} finally {
  if (server) await stop(server)
  rmSync(folder, { recursive: true, force: true })
}

async function start() {
  const child = spawn(projectNode, ['build/server/index.js'], { env, stdio: 'ignore' })
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode}.`)
    if ((await fetch(`${SITE}/readyz`).catch(() => null))?.ok) return child
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The site was not ready within a minute.')
}

async function stop(child) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function filled() {
  const child = spawn(projectNode, ['tests/run.mjs', 'bench/fill.ts'], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The data were not made: code ${code}.`)
}

async function measure(pid) {
  const cookie = await signedIn()
  const get = (path) =>
    fetch(SITE + path, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, redirect: 'manual' })
  const deep = Math.round(Number(process.env.ENTRIES ?? 1_000_000) / 2)
  const pages = [
    '/admin',
    '/admin?pagina=150',
    '/admin?q=leadership',
    '/admin?ordine=-prezzo',
    '/admin?ordine=titolo&pagina=50',
    '/admin?stato=pieni',
    '/admin/courses/grande-1',
    '/admin/courses/grande-1/iscritti',
    '/admin/iscrivi/suggerimenti?corsi=market',
    '/admin/people/suggerimenti?q=rossi',
    '/admin/documents',
    '/admin/audit',
    `/admin/audit?prima=${deep}`,
    '/admin/audit?azione=delete',
    '/admin/audit?entita=course_documents&azione=update',
    `/admin/audit?utente=segreteria@example.org&entita=profiles&prima=${deep}`,
    '/admin/people',
    '/admin/people?q=rossi',
    '/admin/people?q=persona99999',
    '/admin/mail',
  ]
  console.log(`\n${'page'.padEnd(74)}p50 ms  p95 ms`)
  for (const page of pages) {
    const times = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const answer = await get(page)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`)
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    const at = (share) => times[Math.ceil(ROUNDS * share) - 1].toFixed(0).padStart(6)
    console.log(`${page.padEnd(74)}${at(0.5)}  ${at(0.95)}`)
  }
  console.log(`\n${'export'.padEnd(40)}first byte ms  seconds  MB sent  MB of memory more at most`)
  for (const file of ['/admin/courses.csv', '/admin/audit.csv']) await exported(file, get, pid)
}

async function signedIn() {
  const answer = await fetch(`${SITE}/auth`, {
    method: 'POST',
    body: new URLSearchParams(ACCOUNT),
    redirect: 'manual',
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}`)
  return cookies.join('; ')
}

async function exported(file, get, pid) {
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const before = memory()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  const began = performance.now()
  const answer = await get(file)
  let first
  let bytes = 0
  for await (const piece of answer.body) {
    first ??= performance.now() - began
    bytes += piece.length
  }
  clearInterval(timer)
  const seconds = (performance.now() - began) / 1000
  const row = [
    first.toFixed(0).padStart(13),
    seconds.toFixed(1).padStart(7),
    (bytes / 1e6).toFixed(1).padStart(7),
  ]
  console.log(`${file.padEnd(40)}${row.join('  ')}  ${(most - before).toFixed(0)}`)
  if (answer.status !== 200) throw new Error(`${file} answered ${answer.status}`)
}
