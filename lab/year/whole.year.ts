import { expect, test } from 'vitest'
import { simulate } from '../../tests/year/simulate'

const YEAR = {
  seed: Number(process.env.SEED ?? 1),
  from: '2026-01-01',
  days: 365,
  editions: 200,
  people: 5_000,
}

test('a year of two hundred editions and five thousand people, twice', async () => {
  const [begun, processor] = [performance.now(), process.cpuUsage()]
  const first = await simulate(YEAR)
  const { user, system } = process.cpuUsage(processor)
  const took = { wall: (performance.now() - begun) / 1e3, processor: (user + system) / 1e6 }
  console.table(first.acts)
  console.table({ ...first.offers, ...first.broken, 'digest of the state': first.digest })
  console.table({ 'seconds of the year': took })
  expect(first.broken).toBeUndefined()
  expect(Object.entries(first.acts).filter(([, { done }]) => done === 0)).toEqual([])
  expect(await simulate(YEAR)).toEqual(first)
})
