// What the tests need besides Node: found on the machine, or installed on it where we may.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './install.mjs'

const OLDEST_POSTGRES = 15

function onPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}

/** Runs apt-get as root, by sudo if that asks for no password. Returns whether it could and succeeded. */
async function aptInstall(packages, options) {
  if (!onPath('apt-get')) return false
  const sudo = process.getuid() === 0 ? [] : ['sudo', '-n']
  if (sudo.length > 0 && (!onPath('sudo') || (await run('sudo', ['-n', 'true'], options)) !== 0)) return false
  console.log(`Installo ${packages.join(', ')} con apt-get…`)
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'UCF_FORCE_CONFFOLD=1', 'apt-get', '-qq']
  const [program, ...args] = apt
  await run(program, [...args, 'update'], options)
  return (
    (await run(program, [...args, 'install', '-y', '--no-install-recommends', ...packages], options)) === 0
  )
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const browser = () => process.env.CHROMIUM_PATH || browsers.map(onPath).find(Boolean)

/** The path of a Chromium; undefined where Playwright has brought its own. Throws where there is none. */
export async function findBrowser(options) {
  if (browser()) return browser()
  if ((await aptInstall(['chromium'], options)) && browser()) return browser()
  console.log('Scarico Chromium con Playwright…')
  if ((await run('playwright', ['install', 'chromium'], options)) === 0) return undefined
  throw new Error('Manca un browser: installa chromium, oppure indica il suo percorso in CHROMIUM_PATH.')
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

/** The folder of PostgreSQL's programs, version 15 or newer. Throws where there is none. */
export async function findPostgres(options) {
  if (postgres()) return postgres()
  keepDebianFromStartingOne()
  if ((await aptInstall(['postgresql'], options)) && postgres()) return postgres()
  throw new Error(
    `Manca PostgreSQL ${OLDEST_POSTGRES} o successivo: installa i suoi programmi (initdb, postgres).`,
  )
}

/** Debian's package would create and start a server of its own; the tests only want the programs. */
function keepDebianFromStartingOne() {
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (process.getuid() !== 0 || existsSync(settings)) return
  mkdirSync(dirname(settings), { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
}
