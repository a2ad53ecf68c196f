import { expect, test } from 'vitest'
import { CANCEL_REASONS, cancelReason, TYPED_REASON_LIMIT } from '../leave/rules'
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

test('as much as the field promises fits beside every chosen reason', () => {
  const typed = 'x'.repeat(TYPED_REASON_LIMIT)
  const lengths = Object.keys(CANCEL_REASONS).map((chosen) => cancelReason(chosen, typed).length)
  expect(Math.max(...lengths)).toBe(500)
})
