import { expect, test } from 'vitest'
import { requestAfter } from './rules'

test('after a request comes the following one, and after the last the one before it', () => {
  const requests = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(['a', 'b', 'c'].map((id) => requestAfter(requests, id))).toEqual(['b', 'c', 'b'])
  expect(requestAfter([{ id: 'a' }], 'a')).toBeUndefined()
})
