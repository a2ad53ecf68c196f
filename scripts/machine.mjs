// Programs that the tests need besides Node: found, or installed where possible.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './install.mjs'

const OLDEST_POSTGRES = 15

function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}

/** The prefix of a command for root; undefined without one. */
async function asRoot(options) {
  if (process.getuid() === 0) return ['env']
  const free = onPath('sudo') && (await run('sudo', ['-n', 'true'], options)) === 0
  return free ? ['sudo', '-n', 'env'] : undefined
}

/** @returns whether the packages of Debian are installed */
async function aptInstall(packages, options) {
  const command = onPath('apt-get') && (await asRoot(options))
  if (!command) return false
  console.log(`Installo ${packages.join(', ')} con apt-get…`)
  const [program, ...prefix] = command
  const apt = [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'UCF_FORCE_CONFFOLD=1', 'apt-get', '-qq']
  if (packages.includes('postgresql')) await run(program, [...prefix, 'sh', '-c', noServerOfItsOwn], options)
  await run(program, [...apt, 'update'], options)
  return (
    (await run(program, [...apt, 'install', '-y', '--no-install-recommends', ...packages], options)) === 0
  )
}

/** Debian's package would create and start a server. */
const noServerOfItsOwn = `
  cd /etc && mkdir -p postgresql-common && cd postgresql-common &&
  { test -e createcluster.conf || echo 'create_main_cluster = false' > createcluster.conf; }`

/** The headless shell needs half the CPU. */
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const browser = () => process.env.CHROMIUM_PATH || browsers.map(onPath).find(Boolean)

/** The path of Chromium; undefined for Playwright's own. Throws without any. */
export async function findBrowser(options) {
  if (browser()) return browser()
  for (const name of ['chromium-headless-shell', 'chromium'])
    if ((await aptInstall([name], options)) && browser()) return browser()
  console.log('Scarico Chromium con Playwright…')
  if ((await run('playwright', ['install', 'chromium'], options)) === 0) return undefined
  throw new Error('Manca un browser: installa chromium, oppure indica il suo percorso in CHROMIUM_PATH.')
}

/** The path of a program, installed from the package of this name. Throws without one. */
export async function findTool(name, options) {
  const there = () => onPath(name) ?? onPath(join('..', 'sbin', name))
  if (there() || ((await aptInstall([name], options)) && there())) return there()
  throw new Error(`Manca ${name}: installalo.`)
}

function postgres() {
  const initdb = onPath('initdb')
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  return [...(initdb ? [dirname(realpathSync(initdb))] : []), ...versions]
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .map((folder) => ({ folder, version: versionOf(join(folder, 'postgres')) }))
    .filter(({ version }) => version >= OLDEST_POSTGRES)
    .sort((a, b) => b.version - a.version)[0]?.folder
}

const versionOf = (program) => Number(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })))

/** The folder of PostgreSQL 15 or newer. Throws without one. */
export async function findPostgres(options) {
  if (postgres()) return postgres()
  if ((await aptInstall(['postgresql'], options)) && postgres()) return postgres()
  throw new Error(
    `Manca PostgreSQL ${OLDEST_POSTGRES} o successivo: installa i suoi programmi (initdb, postgres).`,
  )
}
