import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { taskRuns } from '../database/schema'
import { runPeriodically } from './schedule.server'
import { beginRun } from './task-runs.server'

beforeEach(emptyDatabase)

/** So many processes keep up a task for a while, in milliseconds; returns how often it was run. */
async function keptUpBy(processes: number, everySeconds: number, during: number, run = async () => {}) {
  const halt = new AbortController()
  onTestFinished(() => halt.abort())
  let runs = 0
  const counted = () => {
    runs += 1
    return run()
  }
  for (let process = 0; process < processes; process++)
    runPeriodically({ name: 'una prova', everySeconds, run: counted }, halt.signal, 0)
  await pause(during)
  halt.abort()
  return runs
}

test('three processes together run a task once in its period', async () => {
  expect(await keptUpBy(3, 3600, 500)).toBe(1)
})

test('when the period is over the task is run again, once', async () => {
  // The periods begin at 0, 1 and 2 seconds; on a busy machine the last may not have begun yet.
  const runs = await keptUpBy(3, 1, 2_500)
  expect(runs).toBeGreaterThanOrEqual(2)
  expect(runs).toBeLessThanOrEqual(3)
})

test('a task recorded by a clock that was ahead runs', async () => {
  await beginRun('una prova', 3600)
  await db.update(taskRuns).set({ startedAt: sql`now() + interval '1 year'` })
  expect(await keptUpBy(3, 3600, 500)).toBe(1)
})

test('a task that fails waits for its next turn', async () => {
  expect(await keptUpBy(2, 3600, 500, () => Promise.reject(new Error('Una prova')))).toBe(1)
})

test('a process that stops runs it no more', async () => {
  const halt = new AbortController()
  let runs = 0
  const ended = runPeriodically(
    { name: 'altra', everySeconds: 1, run: async () => void runs++ },
    halt.signal,
    0.1,
  )
  halt.abort()
  await ended
  expect(runs).toBe(0)
})
