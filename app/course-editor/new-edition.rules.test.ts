import { differenceInCalendarDays, parseISO } from 'date-fns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '../italian/days'
import { copyTopics, moveSessionsTo, newEditionText } from './new-edition.rules'
import { courseTextFrom } from './rules'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('2026-01-01', days))
const session = fc
  .tuple(day, fc.integer({ min: 0, max: 40 }), fc.constantFrom(null, '09:00'))
  .map(([startDate, days, startTime]) => ({
    startDate,
    endDate: plusDays(startDate, days),
    startTime,
    hours: 4,
  }))
const days = (from: string, to: string) => differenceInCalendarDays(parseISO(to), parseISO(from))

test('all sessions move by the same number of days, the first of all to the wanted day', () => {
  fc.assert(
    fc.property(fc.array(session, { minLength: 1, maxLength: 8 }), day, (sessions, first) => {
      const moved = moveSessionsTo(sessions, first)
      const steps = sessions.map(({ startDate }, i) => days(startDate, moved[i]?.startDate ?? ''))
      expect(new Set(steps).size).toBe(1)
      expect(moved.map(({ startDate }) => startDate).toSorted()[0]).toBe(first)
      for (const [i, { startDate, endDate, ...facts }] of sessions.entries()) {
        const { startDate: begins = '', endDate: ends = '', ...movedFacts } = moved[i] ?? {}
        expect([days(begins, ends), movedFacts]).toEqual([days(startDate, endDate), facts])
      }
      expect(moveSessionsTo([], first)).toEqual([])
    }),
  )
})

test('summer time begins in between, and no day is lost', () => {
  const sessions = ['2027-03-20', '2027-03-27', '2027-04-03'].map((date) => ({
    startDate: date,
    endDate: date,
  }))
  const moved = moveSessionsTo(sessions, '2027-10-16').map(({ startDate }) => startDate)
  expect(moved).toEqual(['2027-10-16', '2027-10-23', '2027-10-30'])
})

test('the next edition is a draft with its title, without address and end of the early bird price', () => {
  const text = {
    ...courseTextFrom(new FormData()),
    title: 'Guidare',
    price: '980',
    attendanceThreshold: '75',
  }
  const sessions = [{ startDate: '2027-10-16', endDate: '2027-10-16', startTime: '09:00', endTime: '13:00' }]
  const first = { ...text, slug: 'guidare', sessions: '10/03/2027', earlyBirdUntil: '01/02/2027' }
  expect(newEditionText(first, sessions)).toEqual({ ...text, draft: true, sessions: '16/10/2027 9:00-13:00' })
  expect(newEditionText(first, []).sessions).toBe('')
})

test('topics come along in the order of lessons, places and links do not', () => {
  const on = (date: string) => ({ startDate: date, endDate: date })
  const original = [
    { ...on('2027-03-20'), topic: 'Uno', place: 'Sala Rossa', link: 'https://example.it/' },
    { ...on('2027-03-27'), topic: 'Due' },
  ]
  const sessions = ['2027-10-02', '2027-10-09', '2027-10-16'].map(on)
  expect(copyTopics(sessions, original)).toEqual([
    { ...on('2027-10-02'), topic: 'Uno' },
    { ...on('2027-10-09'), topic: 'Due' },
    { ...on('2027-10-16'), topic: null },
  ])
})
