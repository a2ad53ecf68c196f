import { expect, type RunnerTestCase as Test, TestRunner } from 'vitest'

/** One line of the table: what was tried, how often, what was found, what is asked for; null where it was not tried. */
export type Measured = { what: string; rounds: number; figure: string; limit: string; met: boolean | null }

declare module 'vitest' {
  interface TaskMeta {
    measured?: Measured[]
  }
}

/** Puts a figure into the table; the running test fails, at its end, where it is not what is asked for. */
export function measured(row: Measured) {
  const meta = TestRunner.getCurrentTest<Test>()?.meta
  if (meta) meta.measured = [...(meta.measured ?? []), row]
  expect.soft(row.met ?? true, `${row.what}: ${row.figure}, asked for: ${row.limit}`).toBe(true)
}

/** A row for durations in milliseconds, of which the longest counts. */
export function measuredTimes(what: string, times: number[], limit: number) {
  const sorted = times.toSorted((a, b) => a - b)
  const [middle = Number.NaN, most = Number.NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const figure = times.length > 1 ? `median ${seconds(middle)}, most ${seconds(most)}` : seconds(most)
  measured({ what, rounds: times.length, figure, limit: `≤ ${seconds(limit)}`, met: most <= limit })
}

/** A row for what must not happen even once. */
export function measuredNone(what: string, rounds: number, found: readonly unknown[]) {
  const figure = found.length === 0 ? '0' : `${found.length}: ${JSON.stringify(found.slice(0, 3))}`
  measured({ what, rounds, figure, limit: '0', met: found.length === 0 })
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
