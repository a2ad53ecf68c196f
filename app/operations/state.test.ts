import { mkdirSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { databaseDown, emptyDatabase } from '../../tests/world'
import { engine } from '../database/client.server'
import { env } from '../runtime/env.server'
import { runPeriodically, TASKS } from './schedule.server'
import { databaseState, diskState } from './state.queries.server'
import { lastRuns } from './task-runs.server'

beforeEach(emptyDatabase)

test('only administrators read ’Stato’', async () => {
  const site = await wholeSite()
  const asked = async (cookie = '') => {
    const { status, headers } = await site(aRequest('/admin/stato', cookie))
    return `${status} ${headers.get('Location') ?? ''}`
  }
  expect(await asked()).toBe('302 /auth?verso=%2Fadmin%2Fstato')
  const [ada, carla] = [await aPerson('ada'), await aPerson('carla', 'admin')]
  expect(await asked(await cookieOf(ada.email))).toBe('302 /')
  expect(await asked(await cookieOf(carla.email))).toBe('200 ')
})

test('the database reports its version', async () => {
  const state = await databaseState()
  expect(state).toMatchObject({
    engine,
    version: expect.stringMatching(/^\d\d/),
    migration: expect.any(String),
  })
  expect(state.size).toBeGreaterThan(1_000_000)
  expect(state.processes).toBeGreaterThanOrEqual(engine === 'pglite' ? 1 : 0)
  await databaseDown()
  // What it is shows without our tables; whether it answers is what counts.
  expect(await databaseState()).toMatchObject({ engine })
})

test('the disk that holds the data has a size, and room', async () => {
  mkdirSync(env.dataDir, { recursive: true })
  const { free, size } = await diskState()
  expect(free).toBeGreaterThan(0)
  expect(size).toBeGreaterThan(free)
})

test('what a task did is known to every process', async () => {
  const runOnce = async (name: string, run: () => Promise<void>) => {
    const halt = new AbortController()
    const over = runPeriodically(
      { name, everySeconds: 3600, run: () => run().finally(() => halt.abort()) },
      halt.signal,
      0,
    )
    await over
  }
  await runOnce('riuscita', async () => {})
  await runOnce('fallita', () => Promise.reject(new Error('Una prova')))
  const runs = await lastRuns()
  expect([runs.get('riuscita')?.ok, runs.get('fallita')?.ok]).toEqual([true, false])
  expect(Date.now() - (runs.get('riuscita')?.at.getTime() ?? 0)).toBeLessThan(5_000)
})

test('each task has a name of its own, and words for the page', () => {
  for (const key of ['name', 'label'] as const)
    expect(new Set(TASKS.map((task) => task[key])).size).toBe(TASKS.length)
})
