import { expect, test } from 'vitest'
import { fullRefundUntil } from './refund.rules'
import { REFUND_TERMS } from './terms.rules'

test('the refund is full until two weeks before the start, as the pages say', () => {
  expect(fullRefundUntil({ startDate: '2027-03-15' })).toBe('2027-03-01')
  expect(fullRefundUntil({ startDate: null })).toBeNull()
  expect(REFUND_TERMS).toBe(
    'se disdici fino a 14 giorni prima dell’inizio del corso il rimborso è completo; dopo si applica una penale del 30%',
  )
})
