import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_SESSIONS, readSessions } from './session-lines.rules'
import { inOrderOfTime, spanOf, writeSession, writeSessions } from './sessions.rules'

test('first day, last day and hours follow from sessions in any order', () => {
  const sessions = [
    { startDate: '2027-02-02', endDate: '2027-02-02', hours: 4.1 },
    { startDate: '2027-01-16', endDate: '2027-03-01', hours: 0.2 },
  ]
  expect(spanOf(sessions)).toEqual({ startDate: '2027-01-16', endDate: '2027-03-01', totalHours: 4.3 })
  const oneWithoutHours = [...sessions, { startDate: '2027-02-09', endDate: '2027-02-09' }]
  expect(spanOf(oneWithoutHours).totalHours).toBeNull()
  expect(spanOf([])).toEqual({ startDate: null, endDate: null, totalHours: null })
})

const UNKNOWN =
  'qui vanno solo giorno, orario e ore, come 10/03/2027 9:00-13:00 (4 ore); luogo, modalità e argomenti hanno il loro campo'
const ONE_LINE_EACH = 'scrivi una riga per ogni giorno, come 10/03/2027 9:00-13:00'
const understood = (text: string) =>
  readSessions(text).map(({ session, problem }) => (session ? writeSession(session) : problem))

test('days that are all named are as many sessions, however many', () => {
  expect(understood('1, 2, 3, 4, 5, 6, 7 e 8 marzo 2027 9-13')).toEqual(
    ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => `${day}/03/2027 9:00-13:00`),
  )
})

test.each([
  ['10/03/2026 9:00-18:00 (8 ore)', '10/03/2026 9:00-18:00 (8 ore)'],
  ['10 marzo 2026, 4 ore', '10/03/2026 (4 ore)'],
  ['sabato 10 gennaio 2026, ore 9-13 e 14-18 (8h)', '10/01/2026 9:00-18:00 (8 ore)'],
  ['10/01/2026 9:00-13:00, 14:00-18:30', '10/01/2026 9:00-18:30 (8,5 ore)'],
  ['10/01/2026 9-13, 14-18 (7 ore)', '10/01/2026 9:00-18:00 (7 ore)'],
  ['10/03/2026 9:00 - 12/03/2026 18:00', '10/03/2026 9:00 - 12/03/2026 18:00'],
  ['Sessione 1: l’11 marzo ’26 dalle 9 alle 13', '11/03/2026 9:00-13:00'],
  ['1º aprile 2026 h 9.30, 7,5 ore', '01/04/2026 9:30 (7,5 ore)'],
  ['dal 10 al 12 marzo 2026', '10/03/2026 - 12/03/2026'],
  ['28 dicembre - 2 gennaio 2027', '28/12/2026 - 02/01/2027'],
  ['10/03 - 12/03/2026', '10/03/2026 - 12/03/2026'],
  ['10.03.26', '10/03/2026'],
  ['2026-03-10T08:00:00.000Z', '10/03/2026 9:00'],
  ['2026-03-10T00:00:00.000Z', '10/03/2026'],
  ['2026-12-19 14:00-18:00', '19/12/2026 14:00-18:00'],
  ['2026-12-19 09:00-13:00', '19/12/2026 9:00-13:00'],
  ['2026-12-19 09:00:00-18:00', '19/12/2026 9:00-18:00'],
  ['2026-12-19T14:00-18:00', '19/12/2026 14:00-18:00'],
  ['2026-12-19T09:00+14:00', 'il fuso orario cambia il giorno: scrivi il giorno e l’ora in Italia'],
  ['2026-07-10 09:00:00+0000', '10/07/2026 11:00'],
  ['2026-03-09T23:00:00Z', 'il fuso orario cambia il giorno: scrivi il giorno e l’ora in Italia'],
  ['2026-02-30T10:00:00Z', 'il fuso orario cambia il giorno: scrivi il giorno e l’ora in Italia'],
  ['2026-12-19T25:00Z', `non capisco «2026-12-19t25:00z»: ${UNKNOWN}`],
  ['{"inizio":"2026-03-10T09:00:00","fine":"2026-03-10T18:00:00","ore":8}', '10/03/2026 9:00-18:00 (8 ore)'],
])('a session is understood: %s', (typed, read) => {
  expect(understood(typed)).toEqual([read])
})

test.each([
  ['10 marzo', 'manca l’anno, come in 10/03/2027'],
  ['30/02/2026', 'il 30/02/2026 non esiste'],
  ['10/03/2127 9-13', 'l’anno va dal 2000 al 2099'],
  ['10 marzo 1927 9-13', 'l’anno va dal 2000 al 2099'],
  ['dal 10 al 12/03/2127', 'l’anno va dal 2000 al 2099'],
  ['00/03/2027', 'il 00/03/2027 non esiste'],
  ['10/03/2026 25:00', 'l’orario 25:00 non esiste: scrivilo come 9:00-13:00'],
  ['10/03/2026 9-13 e 12-18', 'l’orario non è chiaro: scrivilo come 9:00-18:00'],
  [
    '10/03/2026 18-9',
    'la fine viene prima dell’inizio: se è il giorno dopo, scrivi 10/03/2026 18:00 - 11/03/2026 9:00',
  ],
  ['10/03/2026 0 ore', 'le ore devono essere più di 0 e meno di 1000, come (4 ore)'],
  ['10/03/2026 4 ore 5 ore', 'le ore sono scritte due volte: lasciane una, come (4 ore)'],
  ['10/03/2026 9', '10/03/2026 9:00'],
  ['10-12 marzo 2026 15 marzo 2026', ONE_LINE_EACH],
  ['9:00 10/03/2026', 'la data va scritta per prima, come in 10/03/2027 9:00-13:00'],
  ['9:00', 'manca la data, come in 10/03/2027 9:00-13:00'],
  ['presto', `non capisco «presto»: ${UNKNOWN}`],
  ['[{"fine":"2026-03-10"}]', `non capisco «{"fine":"2026-03-10"}»: ${UNKNOWN}`],
  ['[{"inizio":"2026-03-10","durata":8}]', `non capisco «{"inizio":"2026-03-10","durata»: ${UNKNOWN}`],
])('what is no session says why, and one that is says what: %s', (typed, sentence) => {
  expect(understood(typed)).toEqual([sentence])
})

test.each([
  '• 10/03/2027 9-13',
  '\u{F0B7} 10/03/2027 9-13',
  '– 10/03/2027 9-13',
  '1) 10/03/2027 9-13',
  '1. 10/03/2027 9-13',
  'a) 10/03/2027 9-13',
  'IV) 10/03/2027 9-13',
  'n. 3) 10/03/2027 9-13',
  '- 10/03/2027 9-13',
  'Lezione n. 1 - 10/03/2027 9-13',
  'I lezione: 10/03/2027 9-13',
  '1° lezione 10/03/2027 9-13',
  'Prima lezione: 10 marzo 2027 9-13',
  'Lezione 10 marzo 2027 9-13',
  'Lezione 5-10/03/2027 9-13',
  'Giornata 2 | 10/03/2027 | 9:00-13:00',
  'Giorno 1: 10/03/2027 9-13',
  'Giorno 5: 10/03/2027 9-13',
  'Giorno 5 - 10/03/2027 9-13',
  'GIORNO 5 – mer 10/03/2027 9-13',
  'Giorno 1 10 marzo 2027 9-13',
  'giorno 10 marzo 2027 9-13',
  '1° giorno: 10/03/2027 9-13',
  'Primo giorno 10/03/2027 9-13',
  'Settimana 2: 10/03/2027 9-13',
  '1.1 10/03/2027 9-13',
  '2.3. 10 marzo 2027 9-13',
  '1.1) mer 10/03/2027 9-13',
  '1.2.1 2027-03-10 9-13',
  '1.1 Lezione 2: 10/03/2027 9-13',
  '✓ 10/03/2027 9-13',
  '✔️ 10/03/2027 9-13',
  '☐ 10/03/2027 9-13',
  '► 10/03/2027 9-13',
  '➢ 10/03/2027 9-13',
  '> 10/03/2027 9-13',
  '- [x] 10/03/2027 9-13',
  '[ ] 1) 10/03/2027 9-13',
  '10 mar 27 9-13',
  '10 mar. 27, 9-13',
  '10 marzo 27 ore 9-13',
  'mer 10 marzo del 27 dalle 9 alle 13',
  '10mar27 9-13',
  '10 mar 27 - 9:00-13:00',
  '10/03/2027 9÷13',
  '10/03/2027 9:00 ÷ 13:00',
  '10/03/2027 9~13',
  '10/03/2027 9->13',
  '10/03/2027 09:00:00 13:00:00',
  '10/03/2027\t09:00\t13:00',
  '10/03/2027 9,00-13,00',
  '10/03/2027 9h-13h',
  '10/03/2027 – 9:00 – 13:00',
  '10/03/2027 | 9-13',
  '10/03/2027: 9-13;',
  '10-mar-27 9:00 13:00',
  '10/mar/2027 9.00/13.00',
  '2027/03/10 9:00-13:00',
  'mer 10/03/2027 dalle ore 9 fino alle ore 13',
  '10/03/2027 (mercoledì) 9-13',
])('a session as people and spreadsheets write it: %s', (typed) => {
  expect(understood(typed)).toEqual(['10/03/2027 9:00-13:00'])
})

test.each([
  '(4 ore e 30)',
  '(4h30)',
  '(4 h 30)',
  '(4h30m)',
  '(4h 30min)',
  '(4 ore e 30 minuti)',
  '(4 ore 30)',
  '(4 ore 30 min.)',
  '(4 ore e mezza)',
  ', 4 ore e mezzo',
  '- 4 ore e 30',
])('hours and minutes in words: 9-14 %s', (typed) => {
  for (const times of ['9-14', 'dalle 9 alle 14', '9.00–14.00', '9h-14h'])
    expect(understood(`10/03/2027 ${times} ${typed}`)).toEqual(['10/03/2027 9:00-14:00 (4,5 ore)'])
})

test.each([
  ['10/03/2027 (9h30)', ['10/03/2027 9:30']],
  ['10/03/2027 (9h30-13h)', ['10/03/2027 9:30-13:00']],
  ['10/03/2027 4 ore e 15', ['10/03/2027 (4,25 ore)']],
  ['10/03/2027 4 ore e 15-19', 'l’orario non è chiaro: scrivilo come 9:00-18:00'],
  ['10/03/2027 4 ore e 11 marzo 2027 4 ore', ONE_LINE_EACH],
  ['10/03/2027 9-13 ore e 14-18 ore', ['10/03/2027 9:00-18:00 (8 ore)']],
  ['10/03/2027 9-13 ore e 14:30-18', ['10/03/2027 9:00-18:00 (7,5 ore)']],
  ['10 marzo 27 marzo 2027 9-13', ONE_LINE_EACH],
  ['10 marzo 27/03/2027 9-13', ONE_LINE_EACH],
  ['10 marzo 30 ore', 'manca l’anno, come in 10/03/2027'],
  ['10 marzo 9-13', 'manca l’anno, come in 10/03/2027'],
  ['10 marzo 14 18', 'manca l’anno, come in 10/03/2027'],
  ['10 mar 27 - 12 mar 27', ['10/03/2027 - 12/03/2027']],
  ['10 mar 27 e 17 mar 27 9-13', ['10/03/2027 9:00-13:00', '17/03/2027 9:00-13:00']],
  ['10 mar 27 e 17 mar ’27 9-13', ['10/03/2027 9:00-13:00', '17/03/2027 9:00-13:00']],
  ['10 marzo 27 e 28 aprile 2027 9-13', ONE_LINE_EACH],
  ['10 marzo 27, 28 aprile 2027 9-13', ONE_LINE_EACH],
  ['10 marzo 27 - 28 aprile 2027 9-13', 'l’orario 27:00 non esiste: scrivilo come 9:00-13:00'],
  ['10 marzo 27, 28 e 29 aprile 2027 9-13', ONE_LINE_EACH],
  ['10 marzo 27 28 aprile 2027 9-13', ONE_LINE_EACH],
  ['10÷12 marzo 2027 9-13', ['10/03/2027 9:00-13:00', '11/03/2027 9:00-13:00', '12/03/2027 9:00-13:00']],
  ['giorno 10-11 marzo 2027 9-13', ['10/03/2027 9:00-13:00', '11/03/2027 9:00-13:00']],
  ['giorni 10 - 11/03/2027 9-13', ['10/03/2027 9:00-13:00', '11/03/2027 9:00-13:00']],
  ['9.30 10/03/2027', 'la data va scritta per prima, come in 10/03/2027 9:00-13:00'],
  ['10.3 12.3.2027 9-13', ONE_LINE_EACH],
])('what resembles a label, a year or minutes stays what it is: %s', (typed, read) => {
  expect(understood(typed)).toEqual([read].flat())
})

test.each([
  '10/03/2027 14-18 ore',
  '10/03/2027 14-18h',
  '10/03/2027 14-18 h',
  '10/03/2027 14 - 18 h',
  '10/03/2027 14h-18',
  '10/03/2027 14h - 18:00',
  '10/03/2027 14h00-18h',
  '10/03/2027 ore 14 - 18 ore',
  '10/03/2027 ore 14.00 - 18.00 ore',
  '10/03/2027 14,00-18,00 ore',
  '10/03/2027 14:00-18 h',
  '10/03/2027 dalle 14 alle 18 ore',
  '10/03/2027 dalle 14 fino alle 18 h',
  '10/03/2027 dalle ore 14 alle ore 18 ore',
  '10/03/2027 ore 14 - ore 18 ore',
  '2027-03-10 14:00-18.00 h',
  '2027-03-10 14:00 - 18 ore',
  '10/03/2027 - 14-18 ore',
  '10-03-27 - 14-18 ore',
  '10.03.27 – 14–18 ore',
  '10 marzo ’27 - 14-18 ore',
  '1) 10/03/2027, 14-18 ore.',
])('a word of hours after two times says nothing: %s', (typed) => {
  expect(understood(typed)).toEqual(['10/03/2027 14:00-18:00'])
})

test.each([
  ['10/03/2027 8.30-12.15 ore', '10/03/2027 8:30-12:15'],
  ['10/03/2027 9.30-13.30 ore', '10/03/2027 9:30-13:30'],
  ['10/03/2027 9-13, 14-18 ore', '10/03/2027 9:00-18:00 (8 ore)'],
  ['10/03/2027 9-13 h e 14-18 h', '10/03/2027 9:00-18:00 (8 ore)'],
  ['10/03/2027 9-13 ore 4 ore', '10/03/2027 9:00-13:00 (4 ore)'],
  ['10/03/2027 14-18 ore (4 ore)', '10/03/2027 14:00-18:00 (4 ore)'],
  ['10/03/2027 18-24 ore', 'per la mezzanotte scrivi 23:59, come 18:00-23:59 (6 ore)'],
  ['10/03/2027 18 ore', '10/03/2027 (18 ore)'],
  ['10/03/2027 - 18 ore', '10/03/2027 (18 ore)'],
  ['10/03/2027 9 - 4 ore', '10/03/2027 9:00 (4 ore)'],
  ['10/03/2027 ore 9:00 – 8 ore', '10/03/2027 9:00 (8 ore)'],
  ['10/03/2027 9:00 - 3,5 h', '10/03/2027 9:00 (3,5 ore)'],
  ['10/03/2027 9:00, 10 ore', '10/03/2027 9:00 (10 ore)'],
  ['10/03/2027 8-18 - 10 h', '10/03/2027 8:00-18:00 (10 ore)'],
  ['10/03/2027 7-9 - 10 h', '10/03/2027 7:00-9:00 (10 ore)'],
  [
    '10/03/2027 18h-9h',
    'la fine viene prima dell’inizio: se è il giorno dopo, scrivi 10/03/2027 18:00 - 11/03/2027 9:00',
  ],
  ['10/03/2027 4h - 9-13', '10/03/2027 9:00-13:00 (4 ore)'],
])('only a single number with a word of hours is a duration: %s', (typed, line) => {
  expect(understood(typed)).toEqual([line])
})

test.each([
  ['primo marzo 2027 9-13', ['01/03/2027 9:00-13:00']],
  ['10/03/2027 ore 9,30', ['10/03/2027 9:30']],
  ['10/03/2027 - 9:00', ['10/03/2027 9:00']],
  ['10/03/2027 alle 9', ['10/03/2027 9:00']],
  ['10/03/2027 fino alle 13', ['10/03/2027 fino alle 13:00']],
  ['10/03/2027 entro le 13', ['10/03/2027 fino alle 13:00']],
  ['10/03/2027 9:00 (4 ore)', ['10/03/2027 9:00 (4 ore)']],
  ['10/03/2027 9-13 (2:30 ore)', ['10/03/2027 9:00-13:00 (2,5 ore)']],
  ['10/03/2027 9-13,14-18', ['10/03/2027 9:00-18:00 (8 ore)']],
  ['10/03/2027 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['10/03/27 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['10-03-27 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['10.3.27 ore 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['10-mar-27 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['10 marzo ’27 9-11/12-15', ['10/03/2027 9:00-15:00 (5 ore)']],
  ['09-03-27 mar 9-13', ['09/03/2027 9:00-13:00']],
  ['10/03/2027 9.00 – 13.00 – 4 ore', ['10/03/2027 9:00-13:00 (4 ore)']],
  ['10/03/2027 9:00 - 11/03/2027 18:00', ['10/03/2027 9:00 - 11/03/2027 18:00']],
])('times are read: %s', (typed, lines) => {
  expect(understood(typed)).toEqual(lines)
})

test.each([
  ['10 e 11 marzo 2027', ['10/03/2027', '11/03/2027']],
  ['10 e 11 aprile 2027, 9-13 / 14-18', ['10/04/2027 9:00-18:00 (8 ore)', '11/04/2027 9:00-18:00 (8 ore)']],
  ['10-11 aprile 2027 9-18', ['10/04/2027 9:00-18:00', '11/04/2027 9:00-18:00']],
  [
    '10–11 aprile 2027 ore 9.00-18.00 (16 ore)',
    ['10/04/2027 9:00-18:00 (8 ore)', '11/04/2027 9:00-18:00 (8 ore)'],
  ],
  ['10-11 aprile 2027 9-18 (8 ore)', ['10/04/2027 9:00-18:00 (8 ore)', '11/04/2027 9:00-18:00 (8 ore)']],
  [
    '10, 17 e 24 marzo 2027 9-13',
    ['10/03/2027 9:00-13:00', '17/03/2027 9:00-13:00', '24/03/2027 9:00-13:00'],
  ],
  ['10-11-12 aprile 2027 9-18', ['10/04/2027 9:00-18:00', '11/04/2027 9:00-18:00', '12/04/2027 9:00-18:00']],
  ['10-17-24 mar 2027', ['10/03/2027', '17/03/2027', '24/03/2027']],
  ['10/11/12 aprile 2027', ['10/04/2027', '11/04/2027', '12/04/2027']],
  ['10/03/27 - 12/03/27', ['10/03/2027 - 12/03/2027']],
  ['10/03, 17/03 e 24/03/2027', ['10/03/2027', '17/03/2027', '24/03/2027']],
  ['10/11 marzo 2027', ['10/03/2027', '11/03/2027']],
  ['31 dicembre e 1 gennaio 2027', ['31/12/2026', '01/01/2027']],
  ['dal lunedì al martedì 8-9 marzo 2027 9-13', ['08/03/2027 9:00-13:00', '09/03/2027 9:00-13:00']],
  ['10-11 aprile 2027', ['10/04/2027 - 11/04/2027']],
])('a line with several days has a session for each: %s', (typed, lines) => {
  expect(understood(typed)).toEqual(lines)
})

test.each([
  ['10/03/2027 18:00-24:00', 'per la mezzanotte scrivi 23:59, come 18:00-23:59 (6 ore)'],
  ['10/03/2027 9-13 (online)', `non capisco «online»: ${UNKNOWN}`],
  ['Lezione 1 - Introduzione - 10/03/2027', `non capisco «introduzione»: ${UNKNOWN}`],
  ['10/03/2027 9-13 (2,30 ore)', '«2,30 ore» non è chiaro: per 2 ore e mezza scrivi 2,5 ore'],
  ['10/03/2027 9-13, 14-18 (9 ore)', 'gli orari fanno 8 ore, non 9'],
  ['10/03/2027 9:00-9:30, 10:00-10:30 (2 ore)', 'gli orari fanno 1 ora, non 2'],
  ['10/03/2027 18,20', '«18,20» non è chiaro: scrivi 18:20 oppure 18-20'],
  ['10/03/2027 2:00 pm', 'scrivi gli orari da 0 a 24, come 14:30'],
  ['10/03/2027 9:00:30', 'scrivi gli orari senza secondi, come 9:30'],
  ['3/31/2027 9-13', 'il mese 31 non esiste: scrivi prima il giorno, come 10/03/2027'],
  ['marzo 2027', 'manca il giorno prima di «marzo», come in 10 marzo 2027'],
  ['10-11-12 aprile 9-18', 'manca l’anno, come in 10/03/2027'],
  ['8-10-15-17 aprile 2027 9-18', ONE_LINE_EACH],
  ['10-mar', 'manca l’anno, come in 10/03/2027'],
  ['1) 30/02/2027', 'il 30/02/2027 non esiste'],
  ['Lezione n. 1 - 30/02/2027', 'il 30/02/2027 non esiste'],
  ['30.2.2027', 'il 30/02/2027 non esiste'],
  ['10/03/2027 17/03/2027 9-13', ONE_LINE_EACH],
  ['1 10/03/2027 9-13', ONE_LINE_EACH],
  ['ogni lunedì dal 1 marzo 2027', ONE_LINE_EACH],
  ['dal 1 marzo al 30 aprile 2027 9-13', `sono 61 giorni: ${ONE_LINE_EACH}`],
  ['dal 1/3/2027 al 1/3/2072 9-13', `sono 16.438 giorni: ${ONE_LINE_EACH}`],
  ['10-12 marzo 2027 9-13 (10 ore)', `non è chiaro come dividere 10 ore in 3 giorni: ${ONE_LINE_EACH}`],
  ['gio 10/03/2027 9-13', 'il 10/03/2027 è mercoledì, non giovedì'],
  ['Lun. 10 marzo 2027 9-13', 'il 10/03/2027 è mercoledì, non lunedì'],
  ['10/03/2027 (giovedì) 9-13', 'il 10/03/2027 è mercoledì, non giovedì'],
  ['lun 9 e mer 10 marzo 2027', 'il 09/03/2027 è martedì, non lunedì'],
])('the cause is named, with an example: %s', (typed, sentence) => {
  expect(understood(typed)).toEqual([sentence])
})

const [FIFTH, TWELFTH, NINETEENTH] = [5, 12, 19].map(
  (day) => `${String(day).padStart(2, '0')}/06/2027 9:00-13:00`,
)

test.each([
  ['5.6 e 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['5.6. e 12.6.2027 9-13', ONE_LINE_EACH],
  ['05.06 e 12.06.2027 9.00-13.00', [FIFTH, TWELFTH]],
  ['5.6 e 12/6/2027 9-13', [FIFTH, TWELFTH]],
  ['5.6 + 12.6.27 ore 9.00-13.00', [FIFTH, TWELFTH]],
  ['5.6/12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['sab 5.6 e sab 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['il 5.6 ed il 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['5.6, 12.6 e 19.6.2027 9-13', [FIFTH, TWELFTH, NINETEENTH]],
  ['5.6 e 12.6 e 19.6.2027 9-13', [FIFTH, TWELFTH, NINETEENTH]],
  ['1) 5.6 e 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['5.6.2027 e 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['2.4 e 9.4.2027', ['02/04/2027', '09/04/2027']],
  ['3.5 e 10.5.2027', ['03/05/2027', '10/05/2027']],
  ['5.10 e 12.10.2027', ['05/10/2027', '12/10/2027']],
  ['5.6 12.6.2027', ONE_LINE_EACH],
  ['2.3 4.5 e 19.5.2027', ONE_LINE_EACH],
  ['5.6, 12.6.2027', ONE_LINE_EACH],
  ['5.6-12.6.2027', ONE_LINE_EACH],
  ['5.6 fino al 12.6.2027', ONE_LINE_EACH],
  ['05.06-12.06.2027', 'la data va scritta per prima, come in 10/03/2027 9:00-13:00'],
  ['dal 5.6 al 12.6.2027', ONE_LINE_EACH],
  ['5.6 e 12 giugno 2027', ONE_LINE_EACH],
  ['10.3 9-13', 'manca la data, come in 10/03/2027 9:00-13:00'],
  ['5,6 e 12 giugno 2027 9-13', [FIFTH, '06/06/2027 9:00-13:00', TWELFTH]],
  ['1.1 5/6 e 12/6/2027 9-13', [FIFTH, TWELFTH]],
  ['1.1 5 e 12 giugno 2027 9-13', [FIFTH, TWELFTH]],
  ['1.2. 5 e 12 giugno 2027 9-13', [FIFTH, TWELFTH]],
  ['1.5/6/2027 9-13', [FIFTH]],
  ['1.10 marzo 2027 9-13', ['10/03/2027 9:00-13:00']],
  ['1) 5 e 12 giugno 2027 9-13', [FIFTH, TWELFTH]],
  ['(1) 5/6 e 12/6/2027 9-13', [FIFTH, TWELFTH]],
  ['1. 5.6 e 12.6.2027 9-13', [FIFTH, TWELFTH]],
  ['5. 12. e 19. giugno 2027 9-13', [FIFTH, TWELFTH, NINETEENTH]],
  ['5.6.2027 9.00-13.00', [FIFTH]],
  ['5.6.2027 9.10-13.10 e 14.10-18.10', ['05/06/2027 9:10-18:10 (8 ore)']],
  ['5.6.2027 9.30', ['05/06/2027 9:30']],
  ['5 e 12.6.2027 9-13', [FIFTH, TWELFTH]],
])('a day and its month with a point are one day: %s', (typed, read) => {
  expect(understood(typed)).toEqual([read].flat())
})

test('days of many lines have an end too', () => {
  const read = readSessions('8-12 marzo 2027 9-13\n'.repeat(60))
  expect(read).toHaveLength(MOST_SESSIONS)
  expect(read.at(-1)?.problem).toBe(`Ci sono più di ${MOST_SESSIONS} sessioni`)
})

test('lines are numbered in order, without blank ones', () => {
  const read = readSessions('10/03/2026\r\n\r\nforse\n12/03/2026')
  expect(read.map(({ number, problem }) => [number, problem])).toEqual([
    [1, undefined],
    [2, `non capisco «forse»: ${UNKNOWN}`],
    [3, undefined],
  ])
})

test('older data arrive as JSON text, even as JSON within JSON', () => {
  const json = JSON.stringify([
    { inizio: '2026-03-10', fine: '2026-03-12', ore: 8 },
    { inizio: '2026-03-20' },
  ])
  for (const text of [json, JSON.stringify(json)]) {
    expect(sessionsIn(text).map(writeSession)).toEqual(['10/03/2026 - 12/03/2026 (8 ore)', '20/03/2026'])
  }
})

test('more lines than any course has are not read on', () => {
  const read = readSessions('10/03/2026\n'.repeat(MOST_SESSIONS + 5))
  expect(read).toHaveLength(MOST_SESSIONS)
  expect(read.at(-1)?.problem).toBe(`Ci sono più di ${MOST_SESSIONS} sessioni`)
})

test('a weekday that is not that of its date is a slip, and named', () => {
  const problemOf = (line: string) => readSessions(line)[0]?.problem
  expect(problemOf('lunedì 14 marzo 2027')).toBe('il 14/03/2027 è domenica, non lunedì')
  expect(problemOf('da venerdi 12 marzo 2027 a domenica 14 marzo 2027')).toBeUndefined()
  expect(problemOf('da venerdì 12 marzo 2027 a sabato 14 marzo 2027')).toContain('non sabato')
})

const sessionsIn = (text: string) => readSessions(text).flatMap(({ session }) => session ?? [])

/** Text that resembles sessions more than noise does. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '-',
        ' ',
        ' - ',
        ':',
        '.',
        ',',
        '\n',
        'ore',
        'e',
        'al',
        'dal',
        'alle',
        'marzo',
        'T',
        '(',
        '"',
        '{',
        '[',
      ),
      fc.constantFrom(
        '2026',
        '10',
        '3',
        '03',
        '18:00',
        '9',
        '12/03/2026',
        '2026-03-10',
        '10 marzo 2026',
        'sabato',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

test('no text makes it fail, every line is a session or a named problem, and what is written reads back', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' }), fc.json()), (text) => {
      const read = readSessions(text)
      for (const { session, problem } of read) expect(session === undefined).toBe(typeof problem === 'string')
      const sessions = sessionsIn(text)
      expect(sessionsIn(writeSessions(sessions))).toEqual(inOrderOfTime(sessions))
    }),
    { numRuns: 2000 },
  )
})

test('excessive nesting is an error', () => {
  expect(readSessions('['.repeat(20_000) + ']'.repeat(20_000)).every(({ problem }) => problem)).toBe(true)
})

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const times = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
)
const anySession = fc
  .record({
    oneDay: fc.boolean(),
    startDate: days,
    startTime: times,
    endDate: days,
    endTime: times,
    hours: fc.option(fc.integer({ min: 1, max: 99_999 }).map((hundredths) => hundredths / 100)),
  })
  .map(({ oneDay, ...session }) => (oneDay ? { ...session, endDate: session.startDate } : session))
  .filter(
    ({ startDate, startTime, endDate, endTime }) =>
      `${endDate} ${endTime ?? '24:00'}` >= `${startDate} ${startTime ?? '00:00'}`,
  )

const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')
const two = (part: number) => String(part).padStart(2, '0')
const dayAsTyped = fc.tuple(days, fc.integer({ min: 0, max: 5 })).map(([iso, form]) => {
  const [year = 0, month = 0, date = 0] = iso.split('-').map(Number)
  const forms = [
    iso,
    `${date}/${month}/${year}`,
    `${two(date)}.${two(month)}.${year}`,
    `${two(date)}-${two(month)}-${year}`,
    `${date} ${MONTHS[month - 1]} ${year}`,
    `${new Date(iso).toLocaleDateString('it-IT', { weekday: 'long', timeZone: 'UTC' })} ${date} ${MONTHS[month - 1]} ${year}`,
  ]
  return { iso, typed: forms[form] ?? iso }
})
const clockAsTyped = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 3 }))
  .map(([hour, minute, form]) => {
    const forms = [`${two(hour)}:${two(minute)}`, `${hour}:${two(minute)}`, `${hour}.${two(minute)}`]
    return { time: `${two(hour)}:${two(minute)}`, typed: forms[form] ?? (minute ? forms[0] : String(hour)) }
  })

test('the day and the hours that a person types never change', () => {
  fc.assert(
    fc.property(
      dayAsTyped,
      fc.constantFrom(' ', ', ', ' ore ', ' dalle ', ' h '),
      fc.uniqueArray(clockAsTyped, { minLength: 2, maxLength: 2, selector: ({ time }) => time }),
      fc.constantFrom('-', ' - ', '–', ' alle ', ' → '),
      fc.constantFrom('', ' ore', ' h', 'h', ' (8 ore)', ', 8 ore', ' - 8 ore', ' ore (4h30)'),
      (day, gap, clocks, to, length) => {
        const [from, until] = clocks.sort((a, b) => a.time.localeCompare(b.time))
        const line = `${day.typed}${gap}${from?.typed}${to}${until?.typed}${length}`
        const [{ session, problem } = {}] = readSessions(line)
        const read = session && { ...session, hours: undefined }
        const typed = {
          startDate: day.iso,
          startTime: from?.time,
          endDate: day.iso,
          endTime: until?.time,
          hours: undefined,
        }
        if (!problem) expect(read, line).toEqual(typed)
        if (!length.startsWith(' -')) expect(problem, line).toBeUndefined()
      },
    ),
    { numRuns: 5000 },
  )
})

test('whatever sessions a course has, they can be typed', () => {
  fc.assert(
    fc.property(fc.array(anySession, { maxLength: 5 }), (sessions) => {
      expect(sessionsIn(writeSessions(sessions))).toEqual(inOrderOfTime(sessions))
    }),
  )
})

test('periods of a century are refused without listing their days', () => {
  const before = process.threadCpuUsage().user
  readSessions('dal 1/3/2000 al 1/3/2099 9-13\n'.repeat(MOST_SESSIONS))
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(150)
})

test('a fraction of a second without end is read in linear time', () => {
  const before = process.threadCpuUsage().user
  readSessions(`2026-12-19T14:00:00.${'1'.repeat(19_900)}:`)
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(50)
})

test('lessons of twenty and forty minutes add up to whole hours, since each counts in minutes', () => {
  const sessions = [2.67, 2.67, 2.67].map((hours) => ({
    startDate: '2027-01-16',
    endDate: '2027-01-16',
    hours,
  }))
  expect(spanOf(sessions).totalHours).toBe(8)
  expect(spanOf(sessions.slice(1)).totalHours).toBe(5.33)
})
