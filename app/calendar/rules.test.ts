import { expect, test } from 'vitest'
import { spanOf } from './rules'

test('first day, last day and hours follow from the sessions, in whatever order they stand', () => {
  const sessions = [
    { startDate: '2027-02-02', endDate: '2027-02-02', hours: 4.1 },
    { startDate: '2027-01-16', endDate: '2027-03-01', hours: 0.2 },
    { startDate: '2027-02-09', endDate: '2027-02-09' },
  ]
  expect(spanOf(sessions)).toEqual({ startDate: '2027-01-16', endDate: '2027-03-01', totalHours: 4.3 })
  expect(spanOf([])).toEqual({ startDate: null, endDate: null, totalHours: null })
})
