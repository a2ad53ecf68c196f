import { expect, test } from 'vitest'
import { simulate } from '../../tests/year/simulate'
import type { Plan } from '../../tests/year/world'

const size = { editions: 20, people: 100 }
const spring: Plan = { ...size, seed: 28, from: '2026-02-15', days: 25 }
const autumn: Plan = { ...size, seed: 2, from: '2026-10-21', days: 4 }

test('people, the office and the schedule act for twenty-five days, and every day all holds', async () => {
  const { acts, broken, offers } = await simulate(spring)
  expect(broken).toBeUndefined()
  expect(Object.keys(offers)).toEqual(
    expect.arrayContaining(['accepted', 'declined', 'expired', 'withdrawn']),
  )
  expect(acts['marks the rest as present and closes the register']?.done).toBeGreaterThan(0)
  expect(acts['the office issues attestati']?.done).toBeGreaterThan(0)
  expect(acts['gives money back to somebody who has left']?.done).toBeGreaterThan(0)
  expect(acts['registers a statement']?.done).toBeGreaterThan(0)
})

test('the same seed gives the same state, whatever ids it draws', async () => {
  const [first, second] = [await simulate(autumn), await simulate(autumn)]
  expect(first.digest).toMatch(/^[0-9a-f]{16}$/)
  expect(second).toEqual(first)
})
