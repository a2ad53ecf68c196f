import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before the installation, on any Node from 20.

export const root = fileURLToPath(new URL('..', import.meta.url))
const programs = join(root, 'node_modules', '.bin')
/** The search path without the programs of this project. */
const elsewhere = process.env.PATH.split(delimiter).filter(
  (folder) => !folder.startsWith(join(root, 'node_modules')),
)

/** The Node that package.json pins, as an installed program. */
export const projectNode = join(programs, 'node')

const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

/** Whether this is an image, which has no lock file: see deploy/Dockerfile. All is installed and built in it. */
export const isImage = !existsSync(join(root, 'package-lock.json'))

export function digest(...contents) {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content).update('\0')
  return hash.digest('hex')
}

/** Whether the file `stamp` has this content. */
export function hasStamp(stamp, content) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === content
}

/** Prefers the project's programs. Resolves with the exit code; rejects after `options.signal`. */
export function run(program, args = [], { env, ...options } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    killSignal: 'SIGINT',
    env: { ...process.env, ...plain, PATH: [programs, ...elsewhere].join(delimiter), ...env },
    ...options,
  })
  return new Promise((resolve, reject) => {
    // An aborted program emits 'error' before it ends.
    child.on('error', (error) => child.pid === undefined && reject(error))
    child.on('exit', (code, signal) => {
      if (options.signal?.aborted) reject(options.signal.reason)
      else resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Installs package-lock.json, if it changed. */
export async function install(options) {
  if (isImage) return
  const stamp = join(root, 'node_modules', '.installed')
  const lockfile = digest(readFileSync(join(root, 'package-lock.json')))
  if (hasStamp(stamp, lockfile)) return

  console.log('Installo le dipendenze: succede la prima volta e dopo un aggiornamento, può durare un minuto…')
  // npm runs on the machine's Node: it replaces the pinned one.
  const npm = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '')
    ? ['node', process.env.npm_execpath]
    : ['npm']
  const [program, ...args] = [...npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run(program, args, { ...options, env: { PATH: elsewhere.join(delimiter) } })
  if (code !== 0)
    throw new Error(`Le dipendenze non si sono installate: npm si è fermato con il codice ${code}.`)
  writeFileSync(stamp, lockfile)
}
