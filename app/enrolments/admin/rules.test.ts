import { expect, test } from 'vitest'
import { isLate, requestAfter } from './rules'

test('after a request comes the following one, and after the last the one before it', () => {
  const requests = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(['a', 'b', 'c'].map((id) => requestAfter(requests, id))).toEqual(['b', 'c', 'b'])
  expect(requestAfter([{ id: 'a' }], 'a')).toBeUndefined()
})

test('a request is late from its fifth day on', () => {
  const asked = new Date('2026-11-01T10:00:00Z')
  expect(isLate(asked, new Date('2026-11-06T09:59:59Z'))).toBe(false)
  expect(isLate(asked, new Date('2026-11-06T10:00:00Z'))).toBe(true)
})
