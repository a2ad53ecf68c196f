import { expect, test } from 'vitest'
import {
  areLessonsOver,
  attendanceRequirement,
  attendedInWords,
  attendedPercent,
  markInWords,
  mayCloseRegister,
  mayMarkAttendance,
  mayReopenRegister,
  minutesBetween,
  presenceOf,
  proposeCompletion,
  type RegisterLesson,
  readMark,
  thresholdInWords,
  thresholdStateOf,
  writeMark,
} from './rules'

const DAY = '2027-02-13'
const LESSON: RegisterLesson = {
  startDate: DAY,
  endDate: DAY,
  startTime: '09:00:00',
  endTime: '18:00:00',
  hours: 8,
  closedAt: null,
}
const OPEN = { archivedAt: null, cancelledAt: null }
const text = (presence: string, arrived = '', left = '', minutes = '') => ({
  presence,
  arrived,
  left,
  minutes,
})

test.each([
  ['9:00', '14:00', 240],
  ['14:00', '18:00', 240],
  ['9:00', '18:00', 480],
  ['13:00', '14:00', 0],
  ['12:00', '13:30', 60],
  ['7:00', '9:30', 30],
  ['20:00', '21:00', 0],
])('between %s and %s there are %i minutes of lesson', (arrived, left, minutes) => {
  expect(minutesBetween(LESSON, arrived, left)).toBe(minutes)
})

test('a mark is read as it is written', () => {
  for (const mark of [
    { minutes: 480, arrived: null, left: null },
    { minutes: 0, arrived: null, left: null },
    { minutes: 240, arrived: '9:00', left: '14:00' },
  ])
    expect(readMark(writeMark(mark, LESSON), LESSON)).toEqual({ mark })
  const untimed = { ...LESSON, startTime: null }
  const mark = { minutes: 90, arrived: null, left: null }
  expect(readMark(writeMark(mark, untimed), untimed)).toEqual({ mark })
  expect(readMark(writeMark(null, LESSON), LESSON)).toEqual({ mark: null })
})

test.each([
  [text('partial', '14:00', '9:00'), { left: 'Deve venire dopo le 14:00' }],
  [text('partial', '25:00', ''), { arrived: 'Scrivi un’ora, per esempio 9:30', left: expect.any(String) }],
  [text('partial', '9:00', '18:00'), { left: expect.stringContaining('segna «Presente»') }],
  [text('partial', '19:00', '20:00'), { left: expect.stringContaining('segna «Assente»') }],
])('%j is not a part of the lesson', (typed, errors) => {
  expect(readMark(typed, LESSON)).toEqual({ errors })
})

test('700 minutes in a lesson of four hours are refused', () => {
  const short = { ...LESSON, startTime: null, hours: 4 }
  const { errors } = readMark(text('partial', '', '', '700'), short)
  expect(errors?.minutes).toBe('La lezione dura 240 minuti: scrivine di meno, o segna «Presente»')
  for (const minutes of ['', '-3', '1e9', 'due ore', '0'])
    expect(readMark(text('partial', '', '', minutes), short).errors?.minutes).toContain('Scrivi i minuti')
})

test('nobody is marked before the day, without hours, or in a closed register', () => {
  expect(mayMarkAttendance(OPEN, LESSON, DAY)).toEqual({ ok: true })
  expect(mayMarkAttendance(OPEN, LESSON, '2027-02-12')).toEqual({ ok: false, refusal: 'early' })
  expect(mayMarkAttendance(OPEN, { ...LESSON, hours: null }, DAY)).toEqual({ ok: false, refusal: 'no-hours' })
  expect(mayMarkAttendance(OPEN, { ...LESSON, closedAt: new Date() }, DAY)).toEqual({
    ok: false,
    refusal: 'closed',
  })
  expect(mayMarkAttendance({ ...OPEN, cancelledAt: new Date() }, LESSON, DAY)).toEqual({
    ok: false,
    refusal: 'cancelled',
  })
})

test('a register is closed once everybody is marked, and opened once it is closed', () => {
  const mark = { minutes: 480, arrived: null, left: null }
  const [marked, unmarked] = [
    { isEnrolled: true, mark },
    { isEnrolled: true, mark: null },
  ]
  expect(mayCloseRegister(OPEN, LESSON, [marked, unmarked], DAY)).toEqual({
    ok: false,
    refusal: 'unmarked',
  })
  expect(mayCloseRegister(OPEN, LESSON, [], DAY)).toEqual({
    ok: false,
    refusal: 'no-people',
  })
  expect(mayCloseRegister(OPEN, LESSON, [marked], DAY)).toEqual({
    ok: true,
  })
  expect(mayCloseRegister(OPEN, LESSON, [{ isEnrolled: false, mark }], DAY)).toEqual({ ok: true })
  expect(mayReopenRegister(OPEN, LESSON)).toEqual({ ok: false, refusal: 'open' })
  const closed = { ...LESSON, closedAt: new Date() }
  expect(mayReopenRegister(OPEN, closed)).toEqual({ ok: true })
  expect(mayReopenRegister({ ...OPEN, cancelledAt: new Date() }, closed)).toEqual({
    ok: false,
    refusal: 'cancelled',
  })
})

test('the threshold is reached, lost, or still open', () => {
  const requirement = attendanceRequirement([LESSON, LESSON, LESSON, LESSON], 75)
  expect(requirement).toEqual({ planned: 1920, threshold: 75 })
  expect(thresholdStateOf({ attended: 1440, soFar: 1440 }, requirement)).toBe('reached')
  expect(thresholdStateOf({ attended: 960, soFar: 1440 }, requirement)).toBe('open')
  expect(thresholdStateOf({ attended: 900, soFar: 1440 }, requirement)).toBe('lost')
  expect(thresholdInWords(requirement)).toBe('Soglia: 24 ore su 32')
  const unknown = attendanceRequirement([LESSON, { hours: null }], 75)
  expect(unknown.planned).toBeNull()
  expect(thresholdStateOf({ attended: 0, soFar: 480 }, unknown)).toBe('open')
})

test('hours and marks in words', () => {
  expect(attendedInWords({ attended: 60, soFar: 480 })).toBe('1 ora su 8')
  expect(attendedInWords({ attended: 1470, soFar: 1680 })).toBe('24 ore e 30 minuti su 28 ore')
  expect(attendedInWords({ attended: 0, soFar: 0 })).toBe('')
  expect(markInWords({ minutes: 240, arrived: '9:00', left: '14:00' }, LESSON)).toBe(
    'In parte, 9:00–14:00: 4 ore',
  )
  expect(presenceOf(0, LESSON)).toBe('absent')
})

test('a share is a whole percentage that never looks higher than it is', () => {
  const requirement = attendanceRequirement([LESSON, LESSON], 80)
  expect([0, 767, 768, 960].map((attended) => attendedPercent({ attended }, requirement))).toEqual([
    0, 79, 80, 100,
  ])
  expect(attendedPercent({ attended: 480 }, attendanceRequirement([LESSON, { hours: null }], 80))).toBeNull()
  expect(attendedPercent({ attended: 0 }, attendanceRequirement([{ hours: 0 }], 80))).toBeNull()
})

test('lessons are over when each is past or its register is closed', () => {
  const closed = { ...LESSON, closedAt: new Date() }
  const next = { ...LESSON, endDate: '2027-02-20' }
  expect(areLessonsOver([], DAY)).toBe(false)
  expect(areLessonsOver([LESSON], DAY)).toBe(false)
  expect(areLessonsOver([LESSON], '2027-02-14')).toBe(true)
  expect(areLessonsOver([closed], DAY)).toBe(true)
  expect(areLessonsOver([closed, next], DAY)).toBe(false)
})

test('after the lessons those who have reached the threshold are proposed, the others named, and nobody before', () => {
  const lessons = [LESSON, { ...LESSON, closedAt: new Date() }]
  const requirement = attendanceRequirement(lessons, 75)
  const ada = { name: 'Ada', attended: 720, soFar: 960 }
  const bea = { name: 'Bea', attended: 719, soFar: 960 }
  const unmarked = { name: 'Carla', attended: 0, soFar: 0 }
  const proposed = proposeCompletion(lessons, [ada, bea, unmarked], requirement, '2027-02-14')
  expect(proposed).toEqual({ reached: [ada], below: [bea, unmarked], openRegisters: 1 })
  expect(proposeCompletion(lessons, [ada], requirement, DAY)).toBeNull()
  expect(proposeCompletion(lessons, [unmarked], requirement, '2027-02-14')).toBeNull()
  expect(proposeCompletion(lessons, [], requirement, '2027-02-14')).toBeNull()
  const withoutHours = [LESSON, { ...LESSON, hours: null }]
  expect(
    proposeCompletion(withoutHours, [ada], attendanceRequirement(withoutHours, 75), '2027-02-14'),
  ).toBeNull()
})
