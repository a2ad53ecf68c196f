import { expect, test } from 'vitest'
import { FAULTS } from '../../tests/year/faults'
import { simulate } from '../../tests/year/simulate'

const PLAN = { seed: 1, from: '2026-03-01', days: 120, editions: 40, people: 400 }

test('the simulation finds every fault', async () => {
  const found: { fault: string; day: number | undefined; sentence: string | undefined }[] = []
  for (const { name, spoil } of FAULTS) {
    const { broken } = await simulate(PLAN, spoil)
    found.push({ fault: name, day: broken?.day, sentence: broken?.sentence })
  }
  console.table(found)
  expect(found.filter(({ day }) => day === undefined)).toEqual([])
})
