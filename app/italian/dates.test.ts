import { expect, test } from 'vitest'
import { formatDate, writeDay } from './dates'
import { formatSpan } from './spans'
import { formatDeadline, formatMomentInBrief, formatTime, formatTimes } from './times'

test('a date does not depend on the server’s time zone', () => {
  expect(formatDate('2027-01-16', 'd MMM yyyy')).toBe('16 gen 2027')
  expect(formatDate('2027-01-16', 'dd/MM/yyyy')).toBe('16/01/2027')
  expect(formatDate('2027-01-16', 'dd/MM/yy')).toBe('16/01/27')
  expect(formatDate('2027-01-16', 'EEEE d MMMM yyyy')).toBe('sabato 16 gennaio 2027')
  expect(writeDay('2027-01-16')).toBe('16/01/2027')
})

test('an instant is shown as the clock in Italy shows it, in winter and in summer', () => {
  expect(formatDate(new Date('2026-11-21T23:30:00Z'), 'dd/MM/yyyy HH:mm')).toBe('22/11/2026 00:30')
  expect(formatDate(new Date('2026-07-01T10:00:00Z'), 'dd/MM/yyyy HH:mm')).toBe('01/07/2026 12:00')
})

test('a moment names its day unless that is today in Italy', () => {
  const moment = new Date('2026-11-21T23:30:00Z')
  expect(formatMomentInBrief(moment, new Date('2026-11-22T20:00:00Z'))).toBe('alle 00:30')
  expect(formatMomentInBrief(moment, new Date('2026-11-22T23:30:00Z'))).toBe(
    'domenica 22 novembre alle 00:30',
  )
})

test('a date that is missing or invalid gives the fallback', () => {
  for (const value of [null, undefined, '', 'domani', '2026-13-45', new Date('domani')]) {
    expect(formatDate(value, 'd MMM yyyy', 'Data da definire')).toBe('Data da definire')
  }
})

test('the first of a month after its weekday is an ordinal', () => {
  expect(formatDate('2026-12-01', 'EEEE d MMMM')).toBe('martedì 1º dicembre')
  expect(formatDate('2026-12-01', 'd MMMM yyyy')).toBe('1 dicembre 2026')
})

test('a deadline names the hour first', () => {
  expect(formatDeadline(new Date('2026-11-26T09:00:00Z'))).toBe('le 10:00 di giovedì 26 novembre')
})

test('times have no zero before the hour, and no seconds', () => {
  expect(['09:00', '18:30:00', '00:15', null].map(formatTime)).toEqual(['9:00', '18:30', '0:15', ''])
  expect(formatTimes('09:00:00', '18:00:00')).toBe('9:00–18:00')
  expect([formatTimes('09:00', null), formatTimes(null, '18:00'), formatTimes(null, null)]).toEqual([
    '9:00',
    '18:00',
    '',
  ])
})

test('spans in words', () => {
  const spans = [0, 1, 59, 60, 47 * 60, 48 * 60].map((minutes) => formatSpan(minutes * 60_000))
  expect(spans).toEqual(['meno di un minuto', '1 minuto', '59 minuti', '1 ora', '47 ore', '2 giorni'])
})
