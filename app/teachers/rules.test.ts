import { expect, test } from 'vitest'
import { groupLessons } from './rules'

const EDITION = { cancelledAt: null as Date | null, format: 'in-aula' }
const lesson = (startDate: string, closedAt: Date | null = null, endDate = startDate) => ({
  startDate,
  endDate,
  hours: 4 as number | null,
  closedAt,
  peopleCount: 12,
  edition: EDITION,
})

test.each([
  ['of a cancelled edition', { edition: { ...EDITION, cancelledAt: new Date() } }],
  ['of an edition at one’s own pace', { edition: { ...EDITION, format: 'e-learning' } }],
  ['without people', { peopleCount: 0 }],
  ['without hours', { hours: null }],
])('a register %s is not to be closed', (_case, facts) => {
  expect(groupLessons([{ ...lesson('2026-05-01'), ...facts }], '2026-11-21').toClose).toEqual([])
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
