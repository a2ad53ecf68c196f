import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { rateLimits } from '../database/schema'
import { countAttempt, deleteExpiredCounts, resetAttempts } from './rate-limit.server'

beforeEach(emptyDatabase)
const limit = { hits: 5, seconds: 60 }

test('of fifty attempts at once five are allowed', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => countAttempt('login ada@example.it', limit)),
  )
  expect(outcomes.filter((outcome) => outcome.allowed)).toHaveLength(5)
  expect(outcomes.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 60)).toBe(true)
})

test('each key counts for itself, and none is readable in the table', async () => {
  for (let n = 0; n < 5; n++) await countAttempt('login ada@example.it', limit)
  expect(await countAttempt('login ada@example.it', limit)).toMatchObject({ allowed: false })
  expect(await countAttempt('login bruno@example.it\0', limit)).toMatchObject({ allowed: true })
  expect(JSON.stringify(await db.select().from(rateLimits))).not.toContain('example')
})

test('the count restarts after the window', async () => {
  for (let n = 0; n < 6; n++) await countAttempt('a', limit)
  await db.update(rateLimits).set({ resetsAt: sql`now() - interval '1 second'` })
  expect(await countAttempt('a', limit)).toEqual({ allowed: true, retryAfter: 60 })
})

test('the count restarts after a success', async () => {
  for (let n = 0; n < 6; n++) await countAttempt('a', limit)
  await resetAttempts('a')
  expect(await countAttempt('a', limit)).toMatchObject({ allowed: true })
})

test('spent windows are cleared away, running ones stay', async () => {
  await countAttempt('spent', limit)
  await db.update(rateLimits).set({ resetsAt: sql`now() - interval '1 second'` })
  await countAttempt('running', limit)
  await deleteExpiredCounts()
  expect(await db.select().from(rateLimits)).toHaveLength(1)
})

describe('after a clock that ran ahead', () => {
  const aYear = sql`now() + interval '1 year'`

  test('a count begins anew', async () => {
    for (let n = 0; n < 6; n++) await countAttempt('a', limit)
    await db.update(rateLimits).set({ resetsAt: aYear })
    expect(await countAttempt('a', limit)).toEqual({ allowed: true, retryAfter: 60 })
    for (let n = 0; n < 4; n++) expect(await countAttempt('a', limit)).toMatchObject({ allowed: true })
    expect(await countAttempt('a', limit)).toMatchObject({ allowed: false })
  })

  test('its windows are cleared away', async () => {
    await countAttempt('a', limit)
    await db.update(rateLimits).set({ resetsAt: aYear })
    await countAttempt('running', { hits: 1, seconds: 24 * 3600 })
    await deleteExpiredCounts()
    expect(await db.select().from(rateLimits)).toHaveLength(1)
  })
})
