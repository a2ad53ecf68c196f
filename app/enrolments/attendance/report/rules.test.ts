import { describe, expect, test } from 'vitest'
import type { AttendanceMark, RegisterLesson } from '../rules'
import { readReport } from './reader.rules'
import {
  countMarks,
  markFromRows,
  matchAttendee,
  NOT_ENROLLED,
  type ReportChoices,
  type ReportPerson,
  resolveReport,
  shownMark,
} from './rules'

const LESSON: RegisterLesson = {
  startDate: '2026-11-21',
  endDate: '2026-11-21',
  startTime: '09:00:00',
  endTime: '18:00:00',
  hours: 8,
  closedAt: null,
}
const ABSENT = { minutes: 0, arrived: null, left: null }
const PRESENT = { minutes: 480, arrived: null, left: null }

const reportOf = (rows: string, lesson = LESSON) => {
  const { report, problems } = readReport(`Nome;Email;Entrata;Uscita;Minuti\n${rows}`, lesson, null)
  if (!report) throw new Error(problems.join())
  return report
}
const mark = (rows: string, lesson = LESSON) => markFromRows(reportOf(rows, lesson).rows, lesson)

describe('the mark of somebody', () => {
  test.each<[string, string, AttendanceMark]>([
    ['the whole lesson, and before and after', 'Ada;;8:30;18:40;', PRESENT],
    ['one presence has its times', 'Ada;;9:40;18:40;', { minutes: 440, arrived: '9:40', left: '18:00' }],
    ['a minute that has begun counts', 'Ada;;9:00:59;18:00;', PRESENT],
    ['the pause does not count', 'Ada;;13:00;14:00;', ABSENT],
    [
      'presences that overlap count once',
      'Ada;;9:00;11:00;\nAda;;10:00;12:00;',
      { minutes: 180, arrived: '9:00', left: '12:00' },
    ],
    [
      'a gap has minutes alone',
      'Ada;;9:00;10:00;\nAda;;11:00;12:00;',
      { minutes: 120, arrived: null, left: null },
    ],
    ['a phone and a computer', 'Ada;;9:00;18:00;\nAda;;9:00;18:00;', PRESENT],
    ['out of the lesson', 'Ada;;7:00;8:30;\nAda;;18:00;19:00;', ABSENT],
    [
      'a shorter duration counts instead of its times',
      'Ada;;9:00;18:00;200',
      { minutes: 200, arrived: null, left: null },
    ],
    [
      'a duration that agrees with its times',
      'Ada;;9:00;11:00;119',
      { minutes: 120, arrived: '9:00', left: '11:00' },
    ],
    ['minutes only, added and limited', 'Ada;;;;400\nAda;;;;300', PRESENT],
    ['minutes only', 'Ada;;;;95', { minutes: 95, arrived: null, left: null }],
  ])('%s', (_, rows, expected) => expect(mark(rows)).toEqual(expected))

  test('of a lesson without times, or of several days, is limited by its hours', () => {
    const untimed = { ...LESSON, startTime: null, endTime: null, hours: 4 }
    expect(mark('Ada;;9:00;12:00;', untimed)).toEqual({ minutes: 180, arrived: null, left: null })
    expect(mark('Ada;;9:00;19:00;', untimed)).toEqual({ minutes: 240, arrived: null, left: null })
    const long = { ...LESSON, endDate: '2026-11-22', hours: 16 }
    expect(
      mark('Ada;;21/11/2026 9:00;21/11/2026 13:00;\nAda;;22/11/2026 9:00;22/11/2026 13:00;', long),
    ).toEqual({
      minutes: 480,
      arrived: null,
      left: null,
    })
  })
})

const person = (id: string, name: string, facts: Partial<ReportPerson> = {}): ReportPerson => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { id, firstName, lastName, email: `${id}@example.it`, mark: null, ...facts }
}
const PEOPLE = [
  person('ada', 'Ada Rossi'),
  person('bea', 'Bea Neri', { mark: PRESENT }),
  person('leo', 'Niccolò D’Angelo'),
  person('uno', 'Mario Bianchi'),
  person('due', 'Mario Bianchi'),
]

test.each<[string, string | null, string | undefined]>([
  ['Chiunque', 'ada@example.it', 'ada email'],
  ['Ada Rossi', 'altra@example.it', 'ada name'],
  ['ROSSI Ada (Guest)', null, 'ada name'],
  ['iPad di casa (Rossi, Ada)', null, 'ada name'],
  ['nicolo dangelo', null, undefined],
  ["Niccolo D'Angelo", null, 'leo name'],
  ['Mario Bianchi', null, undefined],
  ['Mario Bianchi', 'due@example.it', 'due email'],
  ['Ada', null, undefined],
  ['', null, undefined],
  ['Luca Morganti', 'luca@example.it', undefined],
])('«%s» <%s> is %s', (name, email, found) => {
  const match = matchAttendee({ name, email }, PEOPLE)
  expect(match ? `${match.enrolment} ${match.by}` : undefined).toBe(found)
})

describe('what a report registers', () => {
  const report = reportOf(
    'Ada Rossi;;9:00;18:00;\nBea;bea@example.it;9:00;11:00;\nLuca Morganti;;9:00;18:00;\nRossi Ada;ada@example.it;8:00;9:00;',
  )
  const choices = (facts: Partial<ReportChoices> = {}): ReportChoices => ({
    people: new Map([
      [0, 'ada'],
      [1, 'bea'],
      [2, NOT_ENROLLED],
      [3, 'ada'],
    ]),
    replaced: new Set(),
    absent: new Set(),
    shown: new Set([shownMark('bea', PRESENT)]),
    ...facts,
  })
  const part = { minutes: 120, arrived: '9:00', left: '11:00' }

  test('is shown first: matches, whom to choose, earlier marks, and who is missing', () => {
    const { resolved } = resolveReport(report, PEOPLE, LESSON, null)
    expect(resolved.attendees.map(({ choice, by, lines }) => [choice, by, lines])).toEqual([
      ['ada', 'name', [2]],
      ['bea', 'email', [3]],
      ['', null, [4]],
      ['ada', 'email', [5]],
    ])
    expect(resolved.marked).toMatchObject([{ id: 'bea', before: PRESENT, after: part, isReplaced: false }])
    expect(resolved.missing.map(({ id }) => id)).toEqual(['leo', 'uno', 'due'])
    expect(resolved.count).toBe(1)
  })

  test('is only what was chosen: earlier marks stay, and nobody is absent silently', () => {
    const { marks, errors } = resolveReport(report, PEOPLE, LESSON, choices())
    expect(errors).toEqual({})
    expect(marks).toEqual([{ enrolment: 'ada', mark: PRESENT, shown: null }])
    const all = choices({ replaced: new Set(['bea']), absent: new Set(['leo', 'ada']) })
    const { resolved, marks: written } = resolveReport(report, PEOPLE, LESSON, all)
    expect(written).toEqual([
      { enrolment: 'ada', mark: PRESENT, shown: null },
      { enrolment: 'bea', mark: part, shown: PRESENT },
      { enrolment: 'leo', mark: ABSENT, shown: null },
    ])
    expect(countMarks(resolved, all)).toBe(3)
  })

  test('waits for every choice, and for a mark that the form had not shown', () => {
    const unchosen = choices({
      people: new Map([
        [0, 'ada'],
        [1, 'bea'],
        [2, ''],
        [3, 'unknown'],
      ]),
    })
    expect(resolveReport(report, PEOPLE, LESSON, unchosen).errors).toEqual({
      'persona-2': 'Luca Morganti: scegli chi è',
      'persona-3': 'Rossi Ada: scegli chi è',
    })
    for (const shown of [new Set<string>(), new Set([shownMark('bea', ABSENT)])])
      expect(resolveReport(report, PEOPLE, LESSON, choices({ shown })).errors).toEqual({
        'sostituisci-bea': 'Bea Neri: c’è già un altro segno',
      })
  })

  test('is refused where nothing would be written; the same mark again is none', () => {
    const withoutPeople = choices({ people: new Map([0, 1, 2, 3].map((place) => [place, NOT_ENROLLED])) })
    expect(resolveReport(report, PEOPLE, LESSON, withoutPeople).errors).toEqual({
      registra: 'Con queste scelte non c’è niente da registrare',
    })
    const marked = PEOPLE.map((someone) => (someone.id === 'ada' ? { ...someone, mark: PRESENT } : someone))
    const { resolved, marks } = resolveReport(report, marked, LESSON, choices())
    expect(marks).toEqual([])
    expect(resolved.unchanged).toEqual(['ada'])
    expect(resolved.count).toBe(0)
  })
})
