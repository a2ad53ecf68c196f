import { expect, test } from 'vitest'
import { readDay } from './dates.rules'

test.each([
  ['', null],
  ['31/12/2026', '2026-12-31'],
  ['31 dicembre 2026', '2026-12-31'],
  ['2026-12-31', '2026-12-31'],
  ['gio 31/12/2026', '2026-12-31'],
  ['giovedì 31 dicembre 2026', '2026-12-31'],
  ['31-dic-26', '2026-12-31'],
  ['primo gennaio 2027', '2027-01-01'],
  ['entro il 31/12/2026', '2026-12-31'],
  ['Entro giovedì 31 dicembre 2026', '2026-12-31'],
  ['entro l’11/12/2026', '2026-12-11'],
  ['fino al 31/12/2026', '2026-12-31'],
  ['fino a giovedì 31 dicembre 2026', '2026-12-31'],
  ['al 31/12/2026', '2026-12-31'],
  ['dal 31/12/2026', '2026-12-31'],
  ['• 31/12/2026', '2026-12-31'],
  ['- 31/12/2026', '2026-12-31'],
  ['✓ entro il 31/12/2026', '2026-12-31'],
  ['31 dic 26', '2026-12-31'],
])('the day %j is %j', (typed, value) => {
  expect(readDay(typed)).toEqual({ value })
})

test.each([
  ['31/02/2027', 'il 31/02/2027 non esiste'],
  ['gio 31 aprile 2027', 'il 31/04/2027 non esiste'],
  ['2027-02-30', 'il 30/02/2027 non esiste'],
  ['3/31/2027', 'il mese 31 non esiste: scrivi prima il giorno, come 10/03/2027'],
  ['31/12/2127', 'l’anno va dal 2000 al 2099'],
])('%j does not exist, and the sentence says why', (typed, problem) => {
  expect(readDay(typed)).toEqual({ problem })
})

test.each(['31/12', '1/1/2026 - 2/1/2026', 'fino al', 'entro', '•', '31/12/2026 fino al', 'fine mese'])(
  '%j is no day',
  (typed) => {
    expect(readDay(typed)).toEqual({ problem: 'scrivi giorno, mese e anno, come 31/12/2026' })
  },
)

test.each(['ven 31/12/2026', 'venerdì 31 dicembre 2026', '31/12/2026 (venerdì)'])(
  'the weekday of %j is another',
  (typed) => {
    expect(readDay(typed)).toEqual({ problem: 'il 31/12/2026 è giovedì, non venerdì' })
  },
)

test('a long text is no day, and is not read', () => {
  expect(readDay('-'.repeat(256 * 1024))).toEqual({ problem: 'al massimo 40 caratteri: ora sono 262144' })
})
