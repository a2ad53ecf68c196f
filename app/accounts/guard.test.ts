import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hideDuration } from './guard.server'

test.each([
  [20, 250],
  [300, 500],
  [380, 500],
  [520, 750],
])('work of %d ms is answered after %d ms', async (work, answered) => {
  const start = performance.now()
  await hideDuration(() => pause(work))
  const taken = performance.now() - start
  expect(taken).toBeGreaterThan(answered - 5)
  expect(taken).toBeLessThan(answered + 240)
})

test('a response that reveals the address is not delayed', async () => {
  const start = performance.now()
  expect(await hideDuration(async () => 'in', { skipsDelay: (result) => result === 'in' })).toBe('in')
  expect(performance.now() - start).toBeLessThan(200)
})
