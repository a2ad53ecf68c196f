import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished, vi } from 'vitest'

/** Where the programs of the tests stand once they are built (`global.ts`). */
export const PROGRAMS = 'node_modules/.cache/test-programs'

/** Starts one of `tests/programs` by its name, in a process of its own which does not outlive the test. */
export const aProgram = (name: string, settings: Record<string, string>) =>
  aProcess(`${PROGRAMS}/${name}.js`, settings)

/** The same with any file and options of Node. */
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
    /** What it has printed. */
    lines,
    pid: child.pid,
    /** What it has printed on the error stream. */
    complaints: () => complaints,
    /** Its exit code; null when a signal ended it. */
    exited,
    /** Waits for one more line than there are now, or for `count` lines in all. */
    printed: (count = lines.length + 1) =>
      vi.waitUntil(() => lines.length >= count || child.exitCode !== null, { timeout: 60_000 }),
    /** Whether it has ended. */
    over: () => child.exitCode !== null || child.signalCode !== null,
    /** Ends it by this signal; resolves with its exit code. */
    end,
    kill: () => end('SIGKILL'),
  }
}
