import { expect, test } from 'vitest'
import { groupLessons } from './rules'

const lesson = (startDate: string, closedAt: Date | null = null, endDate = startDate) => ({
  startDate,
  endDate,
  closedAt,
  edition: { cancelledAt: null as Date | null },
})

test('the register of a cancelled edition is not to be closed', () => {
  const cancelled = { ...lesson('2026-05-01'), edition: { cancelledAt: new Date() } }
  expect(groupLessons([cancelled], '2026-11-21').toClose).toEqual([])
})

test('today’s lessons are apart from those to close, to come and over', () => {
  const [may, june, before] = [
    lesson('2026-05-01'),
    lesson('2026-06-01', new Date()),
    lesson('2026-11-20', new Date()),
  ]
  const long = lesson('2026-11-20', null, '2026-11-22')
  const [now, next] = [lesson('2026-11-21', new Date()), lesson('2026-11-22')]
  expect(groupLessons([may, june, before, long, now, next], '2026-11-21')).toEqual({
    ofToday: [long, now],
    toClose: [may],
    coming: [next],
    closed: [before, june],
  })
})
