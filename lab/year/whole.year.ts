import { expect, test } from 'vitest'
import { simulate } from '../../tests/year/simulate'

const YEAR = { seed: 1, from: '2026-01-01', days: 365, editions: 200, people: 5_000 }

test('a year of two hundred editions and five thousand people, twice', async () => {
  const begun = performance.now()
  const first = await simulate(YEAR)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.table(first.acts)
  console.table({ 'seconds of the year': seconds, digest: first.digest, ...first.broken, ...first.offers })
  expect(first.broken).toBeUndefined()
  expect(Object.entries(first.acts).filter(([, { done }]) => done === 0)).toEqual([])
  expect(await simulate(YEAR)).toEqual(first)
})
