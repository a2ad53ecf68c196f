import { expect, test } from 'vitest'
import { simulate } from '../../tests/year/simulate'
import type { Plan } from '../../tests/year/world'

const size = { editions: 20, people: 200 }
const spring: Plan = { ...size, seed: 1, from: '2026-03-01', days: 40 }
const autumn: Plan = { ...size, seed: 2, from: '2026-10-15', days: 20 }

test('people, the office and the schedule act for forty days, and every day all holds', async () => {
  const { broken, acts } = await simulate(spring)
  expect(broken).toBeUndefined()
  expect(acts['accepts the offer']?.done).toBeGreaterThan(0)
})

test('the same seed gives the same state, whatever ids it draws', async () => {
  const [first, second] = [await simulate(autumn), await simulate(autumn)]
  expect(first.broken).toBeUndefined()
  expect(second).toEqual(first)
  expect(await simulate({ ...autumn, days: 2, seed: 3 })).not.toEqual(await simulate({ ...autumn, days: 2 }))
})
