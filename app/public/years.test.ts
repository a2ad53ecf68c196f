import { expect, test } from 'vitest'
import { yearsOfExperience } from './years'

test('experience is counted from the year of foundation', () => {
  expect(yearsOfExperience('2026-11-21')).toBe(16)
  expect(yearsOfExperience('2027-01-01')).toBe(17)
})
