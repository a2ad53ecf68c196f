import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Starts the built site with demo data in a new folder, ready within `patience` milliseconds. `stop` removes it.
 */
export async function startBuiltSite(
  name: string,
  { port, patience, env }: { port: number; patience: number; env: Record<string, string> },
) {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
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
      SEED: 'demo',
      TRUST_PROXY: '1',
      ...env,
    },
  })
  closeSync(output)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  const site = {
    folder,
    log: () => readFileSync(logFile, 'utf8'),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      await ended(child)
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await ready(port, child, patience)
  } catch (error) {
    const last = site.log().slice(-4_000)
    await site.stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${last}`)
  }
  return site
}

async function ready(port: number, child: ChildProcess, patience: number) {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await pause(100)) {
    if (child.exitCode !== null)
      throw new Error(`The site ended with code ${child.exitCode} before it was ready.`)
    if ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) return
  }
  throw new Error(`The site was not ready within ${patience / 1000} seconds.`)
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const cut = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await once(child, 'exit')
  clearTimeout(cut)
}
