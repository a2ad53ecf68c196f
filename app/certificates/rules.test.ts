import { expect, test } from 'vitest'
import {
  type CertificateEligibility,
  formatCertificateNumber,
  isSameName,
  lackInWords,
  lacksOf,
  mayEndCertificate,
  mayIssue,
  readCertificateNumber,
  readCode,
} from './rules'

const LESSON = { number: 1, startDate: '2027-02-13', hours: 8, closedAt: new Date() }
const READY: CertificateEligibility = {
  status: 'completed',
  lessons: [LESSON],
  attendance: { attended: 480, soFar: 480 },
  requirement: { planned: 480, threshold: 80 },
  unprintableLetters: [],
}
const inWords = (changes: Partial<CertificateEligibility>) =>
  lacksOf({ ...READY, ...changes }).map(lackInWords)

test('whoever has completed, with the hours, closed registers and a printable name, may have one', () => {
  expect(mayIssue(lacksOf(READY), false)).toEqual({ ok: true })
  expect(mayIssue(lacksOf(READY), true)).toEqual({ ok: false, refusal: 'issued' })
  expect(mayIssue(lacksOf({ ...READY, attendance: { attended: 384, soFar: 480 } }), false)).toEqual({
    ok: true,
  })
})

test('each lack is a sentence', () => {
  expect(inWords({ attendance: { attended: 341, soFar: 480 } })).toEqual(['Frequenza 71 %: la soglia è 80 %'])
  // 29 / 50 * 100 is 57.99… in floating point.
  const hoursOfFifty = {
    attendance: { attended: 29, soFar: 50 },
    requirement: { planned: 50, threshold: 80 },
  }
  expect(inWords(hoursOfFifty)).toEqual(['Frequenza 58 %: la soglia è 80 %'])
  // Rounded down: what is shown never reaches a threshold that is not reached.
  expect(inWords({ attendance: { attended: 383, soFar: 480 } })).toEqual(['Frequenza 79 %: la soglia è 80 %'])
  expect(inWords({ status: 'in_progress' })).toEqual(['L’iscrizione non è segnata «Completato»'])
  expect(inWords({ lessons: [{ ...LESSON, closedAt: null }] })).toEqual([
    'Il registro del 13 febbraio è aperto',
  ])
  expect(inWords({ lessons: [{ ...LESSON, startDate: '2027-02-08', closedAt: null }] })).toEqual([
    'Il registro dell’8 febbraio è aperto',
  ])
  expect(
    inWords({
      lessons: [
        { ...LESSON, closedAt: null },
        { ...LESSON, number: 2, closedAt: null },
      ],
    }),
  ).toEqual(['2 registri aperti'])
  expect(
    inWords({ lessons: [{ ...LESSON, hours: null }], requirement: { planned: null, threshold: 80 } }),
  ).toEqual(['Una lezione è senza ore'])
  expect(inWords({ unprintableLetters: ['山', '田'] })).toEqual([
    'Il nome ha segni che non si stampano: 山 田',
  ])
})

test('without lessons the completion is enough', () => {
  const ownPace = {
    lessons: [],
    attendance: { attended: 0, soFar: 0 },
    requirement: { planned: null, threshold: 80 },
  }
  expect(inWords(ownPace)).toEqual([])
  expect(inWords({ ...ownPace, status: 'approved' })).toEqual(['L’iscrizione non è segnata «Completato»'])
})

test('a valid attestato ends once it has reached its person', () => {
  expect(mayEndCertificate({ endedAt: null, isUndoable: false })).toEqual({ ok: true })
  expect(mayEndCertificate({ endedAt: null, isUndoable: true })).toMatchObject({ refusal: 'undoable' })
  expect(mayEndCertificate({ endedAt: new Date(), isUndoable: false })).toMatchObject({ refusal: 'ended' })
})

test('numbers are written with four figures or more, and read as people type them', () => {
  expect(formatCertificateNumber({ year: 2027, seq: 12 })).toBe('2027/0012')
  expect(formatCertificateNumber({ year: 2027, seq: 12345 })).toBe('2027/12345')
  for (const text of ['2027/0012', ' 2027/12 ', '2027 / 12', '2027-0012', 'n. 2027/0012', 'N.2027/12'])
    expect(readCertificateNumber(text), text).toEqual({ year: 2027, seq: 12 })
  for (const text of ['', '12', '2027', '2027/', '2027/0', '2027/12345678', '27/12', '2027/12a', '2027/-1'])
    expect(readCertificateNumber(text), text).toBeNull()
})

test('a code is read in any case; a last name whatever its accents, capitals and spaces', () => {
  const code = '0159E3M3TQ1MDNQMJ41DF98P7A'
  expect(readCode(code.toLowerCase())).toBe(code)
  for (const text of ['', 'x', code.slice(1), `${code}0`, code.replace('0', 'O'), '../../etc', '\0'])
    expect(readCode(text), text).toBeNull()
  for (const typed of ['d’amico', "D'AMICO", ' D amico ', 'D’Amicò'])
    expect(isSameName('D’Amico', typed), typed).toBe(true)
  for (const typed of ['', ' ', '’', 'Amico']) expect(isSameName('D’Amico', typed), typed).toBe(false)
})
