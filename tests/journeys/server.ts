import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMailbox } from './mailbox'

/** The first start creates the embedded database and its demo data, on a machine that does other things too. */
const PATIENCE = 60_000

/**
 * Starts what the journeys need, once for all of them: a mail server and the built site with data of its own.
 * Tells the workers by SITE_URL and MAILBOX; returns what ends it all.
 */
export default async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-'))
  const mailbox = await openMailbox(join(folder, 'mail.jsonl'))
  const port = await freePort()
  const url = `http://localhost:${port}`

  const logFile = join(folder, 'site.log')
  const output = openSync(logFile, 'a')
  const site = spawn(process.execPath, ['--enable-source-maps', 'build/server/index.js'], {
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SEED: 'demo',
      SMTP_URL: mailbox.url,
      TRUST_PROXY: '1',
    },
  })
  closeSync(output)
  const kill = () => site.kill('SIGKILL')
  process.once('exit', kill)

  const stop = async () => {
    await ended(site)
    process.off('exit', kill)
    await mailbox.close()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await ready(url, site)
  } catch (error) {
    const log = await readFile(logFile, 'utf8')
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${log.slice(-4000)}`)
  }
  process.env.SITE_URL = url
  process.env.MAILBOX = mailbox.file
  return stop
}

async function ready(url: string, site: ChildProcess) {
  const deadline = Date.now() + PATIENCE
  while (Date.now() < deadline) {
    if (site.exitCode !== null)
      throw new Error(`The site ended with code ${site.exitCode} before it was ready.`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error(`The site was not ready within ${PATIENCE / 1000} seconds.`)
}

async function ended(site: ChildProcess) {
  if (site.exitCode !== null || site.signalCode !== null) return
  site.kill('SIGTERM')
  const cut = setTimeout(() => site.kill('SIGKILL'), 15_000)
  await once(site, 'exit')
  clearTimeout(cut)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
