import { expect, test } from 'vitest'
import { yearsSinceFoundation } from './years'

test('experience is counted from the year of foundation', () => {
  expect(yearsSinceFoundation('2026-11-21')).toBe(16)
  expect(yearsSinceFoundation('2027-01-01')).toBe(17)
})
