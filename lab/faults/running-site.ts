import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { environment, options } from '../../scripts/node-options.mjs'
import { freePort } from '../../scripts/postgres.mjs'
import { aProcess } from '../../tests/process'

/** Creates a folder, which is removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The built site on its own port. Requests come from different addresses, because limits count addresses. */
export async function aSite(settings: Record<string, string>) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...{ NODE_ENV: 'production', PORT: String(port), SEED: 'none', TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: '', SMTP_URL: '', PUBLIC_ORIGIN: '' },
    ...settings,
  }
  let running: ReturnType<typeof aProcess> | undefined

  return {
    origin,
    /** Resolves with milliseconds until ready. */
    async start(): Promise<number> {
      const begun = performance.now()
      running = aProcess('build/server/index.js', { ...environment, ...env }, options)
      for (let looks = 0; looks < 2_000; looks++) {
        if (running.over()) break
        if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return performance.now() - begun
        await pause(25)
      }
      throw new Error(
        `The site did not become ready: ${running.complaints()}${running.lines.slice(-5).join('\n')}`,
      )
    },
    /** Resolves with the exit code; null after a signal. */
    end: (signal: NodeJS.Signals): Promise<number | null> | undefined => running?.end(signal),
    /** Resident megabytes: now and peak. */
    memory() {
      const status = readFileSync(`/proc/${running?.pid}/status`, 'utf8')
      const megabytes = (pattern: RegExp) => Number(pattern.exec(status)?.[1]) / 1024
      return { now: megabytes(/VmRSS:\s+(\d+)/), most: megabytes(/VmHWM:\s+(\d+)/) }
    },
    get log() {
      return running?.lines ?? []
    },
    /** Sends a request on a new connection, from a new address, and follows no redirect. */
    ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
      return fetch(origin + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        ...init,
        headers: { 'X-Forwarded-For': anAddress(), Connection: 'close', ...headers },
      })
    },
  }
}
export type Site = Awaited<ReturnType<typeof aSite>>

export function form(fields: Record<string, string>, cookie = ''): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields), headers: { Cookie: cookie } }
}

const part = () => 1 + Math.floor(Math.random() * 254)
/** A random address of a visitor, as a proxy reports it. */
export const anAddress = () => `10.${part()}.${part()}.${part()}`
