// Shared by the benchmarks: the site, sign-in, tables, results.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { projectNode, root } from '../../scripts/install.mjs'
import { environment, options } from '../../scripts/node-options.mjs'

/** Demo accounts of the README. */
export const OFFICE = { email: 'segreteria@example.org', password: 'travertino-e-inchiostro' }
export const MEMBER = { email: 'giulia.rossi@example.org', password: 'loggia-di-ascoli' }

const children = new Set()
let interrupted = false
const endChildren = () => {
  for (const child of children) child.kill()
}
process.once('exit', endChildren)
// What waits for a child then fails, and the benchmark cleans up.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
    endChildren()
  })

/** Starts a program in the project's folder, ended with this one. `options`: of `spawn`. */
export function startOwnProgram(program, args, options) {
  if (interrupted) throw new Error('Interrupted.')
  const child = spawn(program, args, { cwd: root, ...options })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export async function waitForEnd(child) {
  if (!children.has(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/**
 * The built site at `url`, ready after `ready` milliseconds; `stop` may be called twice. `preload`: a module.
 */
export async function startSite(port, env, preload) {
  const began = performance.now()
  const settings = { PORT: String(port), NODE_ENV: 'production', SEED: 'demo', SMTP_URL: '', ...env }
  const preloaded = preload ? ['--import', preload] : []
  const child = startOwnProgram(projectNode, [...options, ...preloaded, 'build/server/index.js'], {
    env: { ...environment, ...process.env, ...settings },
    stdio: 'ignore',
  })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode}.`)
    if (performance.now() - began > 300_000) throw new Error('The site was not ready within five minutes.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ready = performance.now() - began
  return { url, pid: child.pid, ready, stop: () => waitForEnd(child) }
}

/** Runs a TypeScript program. With `output` 'pipe' resolves with its output. */
export async function runProgram(program, env, output = 'inherit') {
  const stdio = ['ignore', output, 'inherit']
  const child = startOwnProgram(projectNode, ['tests/run.mjs', program], {
    env: { ...process.env, ...env },
    stdio,
  })
  const [printed, [code]] = await Promise.all([child.stdout && text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${program} ended with code ${code}.`)
  return printed
}

/** Signs in and returns the `Cookie` header of the session. */
export async function signIn(url, account) {
  const body = new URLSearchParams({ intent: 'login', ...account })
  const response = await fetch(`${url}/auth`, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 302) throw new Error(`Sign-in answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Runs statements and returns the rows of each. */
export async function runSql({ url }, ...commands) {
  const client = new pg.Client(url)
  await client.connect()
  const answers = []
  for (const command of commands) answers.push((await client.query(command)).rows)
  await client.end()
  return answers
}

export async function versionOf(server) {
  if (!server) return `PGlite ${versionOfPackage('@electric-sql/pglite')}`
  const [[{ server_version: version }]] = await runSql(server, 'show server_version')
  return `PostgreSQL ${version.split(' ')[0]}`
}

/** The resident megabytes of a process. */
export function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A table in Markdown. All columns but the first are figures. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, i) => (i ? '--:' : '---'))), ...rows.map(line)].join('\n')
}

/** Describes the machine, without its name. */
export function machine() {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} cores (${processors[0]?.model.trim()}), ${memory} GiB of memory, Linux, Node ${versionOfPackage('node')}`
}

function versionOfPackage(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
}

export function say(text) {
  console.log(`\n${text}`)
  return text
}

const RESULTS = join(root, 'lab', 'bench', 'RESULTS.md')

/** Replaces the part of RESULTS.md with this name. */
export function writeResults(name, text) {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '# Results\n'
  const part = `${from}\n\n${text}\n\n${to}`
  const [before, after] = page.split(from)
  const written =
    after === undefined
      ? `${page}\n${part}\n`
      : `${before}${part}${after.slice(after.indexOf(to) + to.length)}`
  writeFileSync(RESULTS, written)
  spawnSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', RESULTS])
}
