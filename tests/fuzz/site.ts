import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds; the machine may do other things too. */
const PATIENCE = 180_000

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts the built site as people run it, on data of its own; `databaseUrl`: on that server, which must be empty. */
export async function startSite(port: number, databaseUrl = '') {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  const keeper = { email: 'custode@example.net', password: 'chiave-di-palazzo-piacentini' }
  const logFile = join(folder, 'site.log')
  const output = openSync(logFile, 'a')
  const child = spawn(process.execPath, ['--enable-source-maps', 'build/server/index.js'], {
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SEED: 'demo',
      TRUST_PROXY: '1',
      ADMIN_EMAIL: keeper.email,
      ADMIN_PASSWORD: keeper.password,
    },
  })
  closeSync(output)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  const log = () => readFileSync(logFile, 'utf8')
  const site = {
    port,
    origin: `http://localhost:${port}`,
    folder,
    keeper,
    log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** What the console says, once it does: the first group of the pattern. */
    printed: async (pattern: RegExp) => {
      for (const deadline = Date.now() + PATIENCE / 10; Date.now() < deadline; await pause(20)) {
        const found = pattern.exec(log())?.[1]
        if (found) return found
      }
      throw new Error(`The console never said ${pattern}.`)
    },
    stop: async () => {
      await ended(child)
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await ready(port, child)
  } catch (error) {
    const last = log().slice(-4_000)
    await site.stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${last}`)
  }
  return site
}

async function ready(port: number, child: ChildProcess) {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode}.`)
    if ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) return
  }
  throw new Error(`The site was not ready within ${PATIENCE / 1000} seconds.`)
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const cut = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await once(child, 'exit')
  clearTimeout(cut)
}
