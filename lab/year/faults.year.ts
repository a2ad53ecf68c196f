import { expect, test } from 'vitest'
import { FAULTS } from '../../tests/year/faults'
import { simulate } from '../../tests/year/simulate'

/** Of a year in which every fault has an occasion; attestati are issued in that of another seed. */
const PLAN = { seed: 2, from: '2026-03-01', days: 120, editions: 40, people: 400 }

test('the simulation finds every fault', async () => {
  const found: { fault: string; day: number | undefined; sentence: string | undefined }[] = []
  for (const { name, spoil, seed = PLAN.seed } of FAULTS) {
    const { broken } = await simulate({ ...PLAN, seed }, spoil)
    found.push({ fault: name, day: broken?.day, sentence: broken?.sentence })
  }
  console.table(found)
  expect(found.filter(({ day }) => day === undefined)).toEqual([])
})
