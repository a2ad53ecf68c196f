import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSessions } from '../parsing/session-lines.rules'
import { moveSessions, numberSessions } from '../parsing/sessions.rules'

const anySession = fc
  .integer({ min: 1, max: 9 })
  .map((date) => ({ startDate: `2027-01-0${date}`, endDate: `2027-01-0${date}` }))

const before = numberSessions(
  ['2027-01-16', '2027-01-23', '2027-01-30'].map((day) => ({ startDate: day, endDate: day, hours: 4 })),
  [],
)
const numbersAfter = (...typed: string[]) =>
  numberSessions(
    readSessions(typed.join('\n')).flatMap(({ session }) => session ?? []),
    before,
  ).map(({ number }) => number)

test('a session keeps its number when others are removed, moved or added', () => {
  expect(before.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(numbersAfter('23/01/2027 (4 ore)', '30/01/2027 (4 ore)')).toEqual([2, 3])
  expect(numbersAfter('30/01/2027 (4 ore)', '23/01/2027 (4 ore)', '16/01/2027 (4 ore)')).toEqual([3, 2, 1])
  expect(
    numbersAfter('10/01/2027', '16/01/2027 (4 ore)', '23/01/2027 (4 ore)', '30/01/2027 (4 ore)'),
  ).toEqual([4, 1, 2, 3])
})

test('a session that moves keeps its number too', () => {
  expect(numbersAfter('16/01/2027 (4 ore)', '24/01/2027 (4 ore)', '30/01/2027 (4 ore)')).toEqual([1, 2, 3])
  expect(numbersAfter('17/01/2027', '24/01/2027', '31/01/2027')).toEqual([1, 2, 3])
  expect(numbersAfter('23/01/2027 9:00-13:00 (4 ore)', '06/02/2027')).toEqual([2, 1])
})

test('sessions that move together keep their order, those that were held stay', () => {
  expect(numbersAfter('23/01/2027 (4 ore)', '30/01/2027 (4 ore)', '06/02/2027 (4 ore)')).toEqual([1, 2, 3])
  expect(numbersAfter('16/01/2027 (4 ore)', '30/01/2027 (4 ore)', '06/02/2027 (4 ore)')).toEqual([1, 2, 3])
})

test('a session keeps its local time when the clocks change between its days', () => {
  const session = { startDate: '2027-03-25', startTime: '09:00', endDate: '2027-03-25', endTime: '13:00' }
  const [later] = moveSessions([session], 7)
  expect(later).toEqual({ ...session, startDate: '2027-04-01', endDate: '2027-04-01' })
})

test('no two sessions have one number', () => {
  fc.assert(
    fc.property(
      fc.array(anySession, { maxLength: 6 }),
      fc.array(anySession, { maxLength: 6 }),
      (old, next) => {
        const numbers = numberSessions(next, numberSessions(old, [])).map(({ number }) => number)
        expect(new Set(numbers).size).toBe(next.length)
      },
    ),
  )
})

const aTimed = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('09:00', '11:00', '14:00'))
  .map(([date, startTime]) => ({ startDate: `2027-01-0${date}`, startTime, endDate: `2027-01-0${date}` }))
const distinct = fc.uniqueArray(aTimed, {
  minLength: 1,
  maxLength: 8,
  selector: ({ startDate, startTime }) => startDate + startTime,
})

test('permuting, inserting and editing hours change no identity', () => {
  fc.assert(
    fc.property(
      distinct,
      distinct,
      fc.array(fc.nat(), { maxLength: 16 }),
      fc.nat(),
      (old, more, order, hours) => {
        const before = numberSessions(old, [])
        const key = ({ startDate, startTime }: (typeof old)[number]) => startDate + startTime
        const inserted = more.filter((session) => !old.some((known) => key(known) === key(session)))
        const edited = old.map((session, i) => ({ ...session, hours: (hours + i) % 3 || null }))
        const all = [...edited, ...inserted]
          .map((session, i) => ({ session, place: order[i] ?? i }))
          .sort((a, b) => a.place - b.place)
          .map(({ session }) => session)
        const after = numberSessions(all, before)
        for (const [i, session] of old.entries()) {
          const same = after.find(
            (numberedSession) => numberedSession.startDate + numberedSession.startTime === key(session),
          )
          expect(same?.number).toBe(before[i]?.number)
        }
        const last = Math.max(...before.map(({ number }) => number))
        const added = after.filter((numberedSession) =>
          inserted.some((session) => key(session) === numberedSession.startDate + numberedSession.startTime),
        )
        expect(added.every(({ number }) => number > last)).toBe(true)
      },
    ),
  )
})
