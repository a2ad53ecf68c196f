import { expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDeadline,
  formatHours,
  formatMoney,
  formatMoneyPlain,
  telLink,
} from './format'

test('a date does not depend on the server’s time zone', () => {
  expect(formatDate('2027-01-16', 'd MMM yyyy')).toBe('16 gen 2027')
  expect(formatDate('2027-01-16', 'dd/MM/yyyy')).toBe('16/01/2027')
  expect(formatDate('2027-01-16', 'EEEE d MMMM yyyy')).toBe('sabato 16 gennaio 2027')
})

test('an instant is shown as the clock in Italy shows it, in winter and in summer', () => {
  expect(formatDate(new Date('2026-11-21T23:30:00Z'), 'dd/MM/yyyy HH:mm')).toBe('22/11/2026 00:30')
  expect(formatDate(new Date('2026-07-01T10:00:00Z'), 'dd/MM/yyyy HH:mm')).toBe('01/07/2026 12:00')
})

test('a date that is missing or invalid gives the fallback', () => {
  for (const value of [null, undefined, '', 'domani', '2026-13-45', new Date('domani')]) {
    expect(formatDate(value, 'd MMM yyyy', 'Data da definire')).toBe('Data da definire')
  }
})

test('money, hours and counts are written as Italians write them', () => {
  expect(formatMoney(1250)).toBe('1.250,00\u00a0€')
  expect(formatMoneyPlain(390.5)).toBe('390,50')
  expect([formatMoney(0), formatMoneyPlain(0), formatMoney(0.5)]).toEqual([
    'Gratuito',
    'Gratuito',
    '0,50\u00a0€',
  ])
  expect([formatHours(1), formatHours(7.5)]).toEqual(['1 ora', '7,5 ore'])
  expect([formatCount(1, 'posto', 'posti'), formatCount(0, 'posto', 'posti')]).toEqual(['1 posto', '0 posti'])
})

test.each([
  ['0736 123456', 'tel:0736123456'],
  ['+39 0736/12.34-56', 'tel:+390736123456'],
  ['(+39) 0736 123456 Anna+', 'tel:+390736123456'],
])('the link of %s keeps the digits and a plus before them', (phone, link) => {
  expect(telLink(phone)).toBe(link)
})

test('the first of a month after its weekday is an ordinal', () => {
  expect(formatDate('2026-12-01', 'EEEE d MMMM')).toBe('martedì 1º dicembre')
  expect(formatDate('2026-12-01', 'd MMMM yyyy')).toBe('1 dicembre 2026')
})

test('a deadline names the hour first', () => {
  expect(formatDeadline(new Date('2026-11-26T09:00:00Z'))).toBe('le 10:00 di giovedì 26 novembre')
})
