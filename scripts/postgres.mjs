// A temporary PostgreSQL server on a free port.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  if (process.getuid() !== 0) return {}
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const person = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  return { uid: Number(person[2]), gid: Number(person[3]) }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Resolves when `done(output, code)` is true; rejects when the process ends otherwise. */
function until(child, done) {
  return new Promise((resolve, reject) => {
    let output = ''
    const look = (code) => done(output, code) && resolve()
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += piece
        look(null)
      })
    }
    child.on('error', reject)
    child.on('exit', (code) => look(code) || reject(new Error(`PostgreSQL non parte:\n${output}`)))
  })
}

/** Fast, without durability. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Creates and starts a server in a new folder of `place`.
 * @returns its `url` and `pid`; `stop` removes it and may be called twice, `end` sends a signal, `start` starts it
 * again
 */
export async function startPostgres(programs, { settings = HASTY, place = tmpdir() } = {}) {
  const folder = mkdtempSync(join(place, 'postgres-'))
  const owner = unprivileged()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const program = (name, args) =>
    spawn(join(programs, name), args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...owner,
    })

  let server
  const end = async (signal = 'SIGINT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const data = join(folder, 'data')
    const initOptions = ['-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
    await until(program('initdb', ['-D', data, ...initOptions]), (_, code) => code === 0)

    const port = await freePort()
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_min_messages: 'log',
      ...settings,
    }
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const serve = () => {
      server = program('postgres', ['-D', data, '-p', String(port), ...options])
      return until(server, (output) => /ready to accept (read-only )?connections/.test(output))
    }
    await serve()
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    return { url, stop, end, start: serve, pid: () => server.pid }
  } catch (error) {
    await stop()
    throw error
  }
}
