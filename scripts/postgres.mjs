// A PostgreSQL server of the tests' own: on a free port of this machine, gone when they are done.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** PostgreSQL refuses to run as root: then it runs as whoever on the machine owns nothing. */
function unprivileged() {
  if (process.getuid() !== 0) return {}
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const person = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  return { uid: Number(person[2]), gid: Number(person[3]) }
}

/** A port that nobody listens on now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Resolves when `done(output, code)` says so, after each piece of output and at the end; rejects at any other end. */
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

/**
 * Creates and starts a server from the programs in `programs`.
 * Resolves with its address and `stop`, which ends it and removes its data; it may be called twice.
 */
export async function startPostgres(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const owner = unprivileged()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const start = (program, args) =>
    spawn(join(programs, program), args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...owner,
    })

  let server
  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const data = join(folder, 'data')
    const inItsWay = ['-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
    await until(start('initdb', ['-D', data, ...inItsWay]), (_, code) => code === 0)

    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      log_min_messages: 'log',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = start('postgres', ['-D', data, '-p', String(port), ...options])
    await until(server, (output) => output.includes('ready to accept connections'))
    return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
