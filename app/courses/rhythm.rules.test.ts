import { expect, test } from 'vitest'
import { rhythmOf } from './rhythm.rules'

const on = (startDate: string, from = '09:00:00', to = '18:00:00', endDate = startDate) => ({
  startDate,
  endDate,
  startTime: from || null,
  endTime: to || null,
})

test('a rhythm tells how many days of the week there are, and their hours if all have the same', () => {
  expect(rhythmOf([])).toBeNull()
  expect(rhythmOf([on('2027-01-23'), on('2027-01-30'), on('2027-02-06')])).toBe('tre sabati, 9:00–18:00')
  expect(rhythmOf([on('2027-01-23'), on('2027-01-30', '09:00', '13:00')])).toBe('due sabati')
  expect(rhythmOf([on('2027-01-23'), on('2027-01-30', '', '')])).toBe('due sabati')
  expect(rhythmOf([on('2027-01-24'), on('2027-01-31')])).toBe('due domeniche, 9:00–18:00')
  expect(rhythmOf([on('2027-02-09', '18:30', '21:30'), on('2027-02-16', '18:30', '21:30')])).toBe(
    'due martedì, 18:30–21:30',
  )
})

test('morning and afternoon of one day are one day', () => {
  const bothHalves = (day: string, endDate = day) => [
    on(day, '09:00', '13:00', endDate),
    on(day, '14:00', '18:00', endDate),
  ]
  expect(rhythmOf(bothHalves('2027-01-23'))).toBe('un sabato')
  expect(rhythmOf([...bothHalves('2027-01-23'), ...bothHalves('2027-01-30')])).toBe('due sabati')
  expect(rhythmOf([...bothHalves('2027-01-26'), ...bothHalves('2027-01-28')])).toBe('due incontri')
  expect(rhythmOf(bothHalves('2027-01-25', '2027-01-27'))).toBe('tre giorni')
})

test('Fridays with Saturdays are weekends, other days are meetings', () => {
  expect(rhythmOf([on('2027-01-29'), on('2027-01-30'), on('2027-02-05'), on('2027-02-06')])).toBe(
    'due fine settimana, 9:00–18:00',
  )
  expect(rhythmOf([on('2027-01-29'), on('2027-01-30')])).toBe('un fine settimana, 9:00–18:00')
  expect(rhythmOf([on('2027-01-26'), on('2027-01-28'), on('2027-02-01')])).toBe('tre incontri, 9:00–18:00')
})

test('a period that goes beyond its Sunday is no weekend', () => {
  expect(rhythmOf([on('2027-01-29', '', '', '2027-01-31')])).toBe('un fine settimana')
  expect(rhythmOf([on('2027-01-29', '', '', '2027-02-01')])).toBe('quattro giorni')
  expect(rhythmOf([on('2027-05-15', '', '', '2027-06-30')])).toBe('47 giorni')
  expect(rhythmOf([on('2027-01-29', '', '', '2027-02-02'), on('2027-02-05')])).toBe('due incontri')
})

test('one meeting has its day, or is a meeting of several days', () => {
  expect(rhythmOf([on('2027-01-23')])).toBe('un sabato, 9:00–18:00')
  expect(rhythmOf([on('2027-01-24')])).toBe('una domenica, 9:00–18:00')
  expect(rhythmOf([on('2027-01-25', '', '', '2027-01-27')])).toBe('tre giorni')
  expect(rhythmOf([on('2027-01-23')], 'e-learning')).toBeNull()
})
