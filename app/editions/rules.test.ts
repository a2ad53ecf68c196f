import { expect, test } from 'vitest'
import { mistakesToCancel, moveSessionsToCome } from './rules'

/** A session of four hours on one day. `startTime`: as the database writes it. */
const session = (startDate: string, startTime: string | null = null) => ({
  startDate,
  startTime,
  endDate: startDate,
  hours: 4,
})

test('a postponement by days moves the sessions that are to come, today too', () => {
  const days = (now: string, times: (string | null)[]) =>
    moveSessionsToCome(
      [session('2027-03-09', '18:00:00'), ...times.map((time) => session('2027-03-10', time))],
      7,
      new Date(now),
    ).map(({ startDate }) => startDate)
  const [yesterday, today, later] = ['2027-03-09', '2027-03-10', '2027-03-17']
  // 10:00 in Italy.
  expect(days('2027-03-10T09:00:00Z', ['18:00:00', '10:01'])).toEqual([yesterday, later, later])
  expect(days('2027-03-10T09:00:00Z', ['10:00:00', '09:00', null])).toEqual([yesterday, today, today, today])
  expect(days('2027-03-09T23:30:00Z', ['00:31', '00:30'])).toEqual([yesterday, later, today])
  expect(days('2027-03-09T16:30:00Z', ['09:00', null])).toEqual(['2027-03-16', later, later])
})

test('the title that is typed to cancel an edition may differ in case, spaces, quotation marks and dashes', () => {
  const isTitle = (typed: string, title: string) =>
    mistakesToCancel({ title: typed, reason: 'Pochi iscritti' }, title).title === undefined
  for (const apostrophe of ["'", '’', '‘', '`', '´'])
    expect(isTitle(`l${apostrophe}arte del  colloquio `, 'L’Arte del Colloquio'), apostrophe).toBe(true)
  expect(isTitle('"Excel" - base', '«Excel» – base')).toBe(true)
  expect(isTitle('“Excel” — base', '"Excel" - base')).toBe(true)
  expect(isTitle('Qualita\u0300', 'Qualità')).toBe(true)
  expect(isTitle('Ceramica\u00a0I\u00ad', 'Ceramica I')).toBe(true)
  expect(isTitle('', 'Corso')).toBe(false)
  for (const typed of ['', 'Larte del colloquio', 'L’arte', 'L"arte del colloquio'])
    expect(isTitle(typed, 'L’Arte del Colloquio'), typed).toBe(false)
})
