import { expect, test } from 'vitest'
import { dayName, daySentence, lessonNumberInWords, ofDay, registerInWords, weekEnd } from './today.rules'

const TUESDAY = '2027-02-16'

test('a week ends on its Sunday', () => {
  expect(weekEnd(TUESDAY)).toBe('2027-02-21')
  expect(weekEnd('2027-02-21')).toBe('2027-02-21')
  expect(weekEnd('2027-02-22')).toBe('2027-02-28')
})

test('a lesson has its number', () => {
  const words = [
    [1, 8],
    [2, 8],
    [5, 5],
    [1, 1],
  ].map(([lessonNumber = 0, lessonCount = 0]) => lessonNumberInWords({ lessonNumber, lessonCount }))
  expect(words).toEqual(['Comincia', 'Lezione 2 di 8', 'Ultima di 5', 'Lezione unica'])
})

test('days near today have a name', () => {
  const days = ['2027-02-16', '2027-02-17', '2027-02-22', '2027-02-23', '2027-03-08']
  expect(days.map((day) => dayName(day, TUESDAY))).toEqual([
    'oggi',
    'domani',
    'lunedì',
    'il 23 febbraio',
    'l’8 marzo',
  ])
  expect(['2027-02-16', '2027-02-15', '2027-02-11'].map((day) => ofDay(day, TUESDAY))).toEqual([
    'di oggi',
    'di ieri',
    'dell’11 febbraio',
  ])
})

const lesson = (day: string, startTime: string | null = '09:00:00') => ({
  day,
  startTime,
  lessonNumber: 1,
  lessonCount: 1,
})
const longestWait = { name: 'Roberto Gentile', age: 'da 9 giorni' }

test('the day is told in a sentence or two', () => {
  const sentence = (lessons: Parameters<typeof daySentence>[0], isCalm = false) =>
    daySentence(lessons, TUESDAY, { isCalm, longestWait: isCalm ? null : longestWait })
  expect(sentence([lesson(TUESDAY, '18:30:00'), lesson('2027-02-19')])).toBe(
    'Stasera una lezione. Chi aspetta una risposta da più tempo è Roberto Gentile, da 9 giorni.',
  )
  expect(sentence([lesson(TUESDAY), lesson(TUESDAY, '18:30:00')], true)).toBe(
    'Niente aspetta. Oggi 2 lezioni.',
  )
  const arrivedNow = { isCalm: false, longestWait: { name: 'Roberto Gentile', age: 'adesso' } }
  expect(daySentence([lesson(TUESDAY)], TUESDAY, arrivedNow)).toBe(
    'Oggi una lezione. Chi aspetta una risposta da più tempo è Roberto Gentile, da pochi istanti.',
  )
  expect(sentence([lesson(TUESDAY, null)], true)).toBe('Niente aspetta. Oggi una lezione.')
  expect(sentence([lesson('2027-02-19')], true)).toBe('Niente aspetta. La prossima lezione è venerdì.')
  expect(sentence([], true)).toBe('Niente aspetta. Nessuna lezione in calendario.')
})

test('a register says whom it misses', () => {
  expect([0, 1, 3].map(registerInWords)).toEqual([
    'tutti segnati',
    '1 persona da segnare',
    '3 persone da segnare',
  ])
})
