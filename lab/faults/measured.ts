import { expect, type RunnerTestCase as Test, TestRunner } from 'vitest'

/** A row of the table; `met` is null where it was not tried. */
export type Measured = { what: string; rounds: number; figure: string; limit: string; met: boolean | null }

declare module 'vitest' {
  interface TaskMeta {
    measured?: Measured[]
  }
}

/** Adds a row; the running test fails at its end beyond the limit. */
export function recordMeasured(row: Measured) {
  const meta = TestRunner.getCurrentTest<Test>()?.meta
  if (meta) meta.measured = [...(meta.measured ?? []), row]
  expect.soft(row.met ?? true, `${row.what}: ${row.figure}, asked for: ${row.limit}`).toBe(true)
}

/** Adds a row for times in milliseconds; the longest must be within the limit. */
export function recordTimes(what: string, times: number[], limit: number) {
  const sorted = times.toSorted((a, b) => a - b)
  const [middle = Number.NaN, most = Number.NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const figure = times.length > 1 ? `median ${seconds(middle)}, most ${seconds(most)}` : seconds(most)
  recordMeasured({ what, rounds: times.length, figure, limit: `≤ ${seconds(limit)}`, met: most <= limit })
}

/** Adds a row for what must not happen: `found` must be empty. */
export function recordNone(what: string, rounds: number, found: readonly unknown[]) {
  const figure = found.length === 0 ? '0' : `${found.length}: ${JSON.stringify(found.slice(0, 3))}`
  recordMeasured({ what, rounds, figure, limit: '0', met: found.length === 0 })
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
