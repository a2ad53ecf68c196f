import { expect, test } from 'vitest'
import { distanceInWords, lessonProgress, nextLesson, phaseOf, progressInWords } from './phase.rules'

const TODAY = '2027-02-16'
const edition = {
  archivedAt: null,
  cancelledAt: null,
  draft: false,
  comingSoon: false,
  startDate: '2027-03-04',
  endDate: '2027-03-20',
  minParticipants: null,
  confirmedAt: null,
}

test.each([
  ['archived', { archivedAt: new Date(), draft: true }],
  ['draft', { draft: true }],
  ['cancelled', { cancelledAt: new Date() }],
  ['coming', { comingSoon: true }],
  ['unconfirmed', { minParticipants: 6 }],
  ['before', { minParticipants: 6, confirmedAt: new Date() }],
  ['before', { startDate: null, endDate: null }],
  ['during', { startDate: TODAY, minParticipants: 6 }],
  ['after', { startDate: '2027-01-04', endDate: '2027-02-15' }],
] as const)('%s', (phase, facts) => {
  expect(phaseOf({ ...edition, ...facts }, TODAY)).toBe(phase)
})

const lesson = (startDate: string, endDate = startDate) => ({ startDate, endDate })
const progress = (...sessions: { startDate: string; endDate: string }[]) =>
  progressInWords({ format: 'in-aula', cancelledAt: null, lessons: lessonProgress(sessions, TODAY) }, TODAY)

test('before the first lesson its distance is written', () => {
  expect(progress(lesson('2027-03-04'), lesson('2027-03-11'))).toBe('comincia fra 16 giorni')
  expect(progress(lesson('2027-02-17'))).toBe('comincia domani')
})

test('a distance is written in days, then in months', () => {
  expect(distanceInWords(TODAY, TODAY)).toBe('oggi')
  expect(distanceInWords('2027-02-17', TODAY)).toBe('domani')
  expect(distanceInWords('2027-03-04', TODAY)).toBe('fra 16 giorni')
  expect(distanceInWords('2027-03-18', TODAY)).toBe('fra 30 giorni')
  expect(distanceInWords('2027-03-19', TODAY)).toBe('fra 1 mese')
  expect(distanceInWords('2027-09-18', TODAY)).toBe('fra 7 mesi')
})

test('the next lesson has its number and its day', () => {
  const first = lesson('2027-02-09')
  expect(progress(lesson(TODAY), lesson('2027-02-20'))).toBe('lezione 1 di 2 oggi')
  expect(progress(first, lesson('2027-02-17'))).toBe('lezione 2 di 2 domani')
  expect(progress(first, lesson('2027-02-20'), lesson('2027-02-27'))).toBe('lezione 2 di 3 sabato')
  expect(progress(first, lesson('2027-03-01'))).toBe('lezione 2 di 2 lunedì 1º marzo')
})

test('a lesson of several days is under way until its last one', () => {
  const days = [lesson('2027-02-15', '2027-02-17'), lesson('2027-02-24')]
  expect(progress(...days)).toBe('lezione 1 di 2 oggi')
  expect(lessonProgress(days, TODAY)).toEqual({ done: 0, all: 2, next: '2027-02-15' })
})

test('nothing is to come after the last lesson, without dates, in a cancelled edition and at one’s own pace', () => {
  expect(progress(lesson('2027-02-09'))).toBe('')
  expect(progress()).toBe('')
  const lessons = lessonProgress([lesson('2027-03-04')], TODAY)
  expect(progressInWords({ format: 'e-learning', cancelledAt: null, lessons }, TODAY)).toBe('')
  expect(progressInWords({ format: 'in-aula', cancelledAt: new Date(), lessons }, TODAY)).toBe('')
})

test('the next lesson is the first by day, in whatever order the sessions are typed', () => {
  const [early, late] = [lesson('2027-02-20'), lesson('2027-03-20')]
  expect(nextLesson([late, lesson('2027-01-09'), early], TODAY)).toBe(early)
  expect(nextLesson([lesson('2027-01-09')], TODAY)).toBeUndefined()
})
