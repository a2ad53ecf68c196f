import { expect, test } from 'vitest'
import { isLate } from './rules'

test('a request is late from its fifth day on', () => {
  const asked = new Date('2026-11-01T10:00:00Z')
  expect(isLate(asked, new Date('2026-11-06T09:59:59Z'))).toBe(false)
  expect(isLate(asked, new Date('2026-11-06T10:00:00Z'))).toBe(true)
})
