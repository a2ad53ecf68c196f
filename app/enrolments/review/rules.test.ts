import { expect, test } from 'vitest'
import { cancelReason } from '../leave/rules'
import { isLate } from './queue.rules'

test('a request is late from its fifth day on', () => {
  const asked = new Date('2026-11-01T10:00:00Z')
  expect(isLate(asked, new Date('2026-11-06T09:59:59Z'))).toBe(false)
  expect(isLate(asked, new Date('2026-11-06T10:00:00Z'))).toBe(true)
})

test('a reason that is none of the list says nothing, whatever every object has', () => {
  for (const chosen of ['', 'altro', 'constructor', '__proto__', 'toString'])
    expect(cancelReason(chosen, ' È malata ')).toBe('È malata')
  expect(cancelReason('pagamento', '')).toBe('Il pagamento non è arrivato')
})
