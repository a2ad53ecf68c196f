import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished, vi } from 'vitest'

/** Built by `global.ts`. */
export const PROGRAMS = 'node_modules/.cache/test-programs'

/** Starts one of `tests/programs` in a process that ends with the test. */
export const aProgram = (name: string, settings: Record<string, string>) =>
  aProcess(`${PROGRAMS}/${name}.js`, settings)

/** Starts a file. */
export function aProcess(file: string, settings: Record<string, string>, options: string[] = []) {
  const child = spawn(process.execPath, [...options, file], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })

  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }

  return {
    /** Standard output. */
    lines,
    pid: child.pid,
    /** Standard error. */
    complaints: () => complaints,
    /** Exit code; null after a signal. */
    exited,
    /** Waits for one more line, or `count` in all. */
    printed: (count = lines.length + 1) =>
      vi.waitUntil(() => lines.length >= count || child.exitCode !== null, { timeout: 60_000 }),
    over: () => child.exitCode !== null || child.signalCode !== null,
    /** Ends it by a signal; resolves with its exit code. */
    end,
    kill: () => end('SIGKILL'),
  }
}
