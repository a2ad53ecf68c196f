import { expect, test } from 'vitest'
import { changedSessions, postponementWarnings, sessionWarnings } from '../courses/session-warnings.rules'
import { readSessions } from '../parsing/session-lines.rules'
import { courseTextFrom, readCourse } from './rules'
import { unconfirmedWarnings, warningsOf, writeWarnings } from './warnings.rules'

const TODAY = '2027-03-10'
const empty = courseTextFrom(new FormData())
const warned = (facts: Record<string, string>) => warningsOf(readCourse({ ...empty, ...facts }).course, TODAY)
const shown = (facts: Record<string, string>) => writeWarnings(warned(facts))
const sessionsIn = (text: string) => readSessions(text).flatMap(({ session }) => session ?? [])

test('a course whose last session is over will not be in the catalogue', () => {
  const sessions = 'Il corso è già concluso: non sarà nel catalogo'
  expect(shown({ sessions: '01/03/2027\n09/03/2027' })).toEqual({ sessions })
  expect(warned({})).toEqual({})
})

test('an early bird above the price is a slip', () => {
  expect(shown({ price: '980', priceEarlyBird: '1.100,50' })).toEqual({
    priceEarlyBird: 'Il prezzo early bird (1100,50 €) è più alto del prezzo (980 €)',
  })
  expect(warned({ price: '980', priceEarlyBird: '980' })).toEqual({})
  expect(warned({ priceEarlyBird: '1100' })).toEqual({})
})

test('instalments sum to the price, but for a cent each', () => {
  expect(shown({ price: '980', paymentInstallments: '3 x 300' })).toEqual({
    paymentInstallments: 'Le rate sommano a 900 €, il prezzo è 980 €',
  })
  for (const paymentInstallments of ['3 x 326,67', '3 x 326,66', '500; 480', ''])
    expect(warned({ price: '980', paymentInstallments })).toEqual({})
  expect(warned({ price: '980', paymentInstallments: '500; 479,98' })).not.toEqual({})
  expect(warned({ paymentInstallments: '500' })).toEqual({})
})

test('what is confirmed, or was so before, is not asked again; another figure is', () => {
  const warnings = warned({ price: '980', paymentInstallments: '900', sessions: '01/03/2027' })
  const { paymentInstallments = [], sessions = [] } = warnings
  expect(unconfirmedWarnings(warnings, {}, [])).toEqual(warnings)
  expect(unconfirmedWarnings(warnings, { sessions }, [])).toEqual({ paymentInstallments })
  expect(unconfirmedWarnings(warnings, {}, [...paymentInstallments, ...sessions])).toEqual({})
  const other = warned({ price: '980', paymentInstallments: '800' })
  expect(unconfirmedWarnings(other, warnings, paymentInstallments)).toEqual(other)
})

test('fewer seats than the minimum, and a beginning before the confirmation, are slips', () => {
  const terms = {
    minParticipants: 8,
    confirmBy: '2027-04-01',
    peopleEnrolled: 0,
    seatsTaken: 0,
    sessions: [],
  }
  const against = (maxPartecipanti: string, sessions: string) =>
    writeWarnings(warningsOf(readCourse({ ...empty, maxPartecipanti, sessions }).course, TODAY, terms))
  expect(against('7', '31/03/2027')).toEqual({
    maxPartecipanti: 'I posti sono meno del minimo di partecipanti (8)',
    sessions: 'Il corso comincia prima della data di conferma (01/04/2027)',
  })
  for (const most of ['8', '', '0']) expect(against(most, '01/04/2027')).toEqual({})
})

test('a limit below those inside is asked: nobody loses a seat', () => {
  const limited = (maxPartecipanti: string) =>
    warningsOf(readCourse({ ...empty, maxPartecipanti }).course, TODAY, {
      minParticipants: null,
      confirmBy: null,
      peopleEnrolled: 14,
      seatsTaken: 14,
      sessions: [],
    }).maxPartecipanti?.join('. ')
  expect(limited('12')).toBe('Posti già presi: 14. Il limite diventa 12: nessuno perde il posto')
  for (const most of ['14', '15', '0', '']) expect(limited(most)).toBeUndefined()
  const { course } = readCourse({ ...empty, maxPartecipanti: '12' })
  const stored = { minParticipants: 13, confirmBy: null, peopleEnrolled: 14, seatsTaken: 16, sessions: [] }
  expect(warningsOf(course, TODAY, stored).maxPartecipanti?.join('. ')).toBe(
    'Posti già presi: 16. Il limite diventa 12: nessuno perde il posto. I posti sono meno del minimo di partecipanti (13)',
  )
})

test.each([
  ['11/03/2027\n18/03/2027', []],
  ['10/03/2027', []],
  ['23/01/2027\n30/03/2027', ['Date già passate: 23/01/2027']],
  ['23/01/2027 - 30/03/2027', ['Date già passate: 23/01/2027']],
  [
    '23/01/2026\n30/03/2027',
    ['Date già passate: 23/01/2026', 'Tra il 23/01/2026 e il 30/03/2027 passano più di sei mesi'],
  ],
  [
    '23/01/2026 - 30/03/2027',
    ['Date già passate: 23/01/2026', 'Tra il 23/01/2026 e il 30/03/2027 passano più di sei mesi'],
  ],
  ['30/03/2028\n06/04/2027', ['Tra il 06/04/2027 e il 30/03/2028 passano più di sei mesi']],
  ['30/03/2027\n06/04/2028', ['Tra il 30/03/2027 e il 06/04/2028 passano più di sei mesi']],
  ['30/03/2027\n29/09/2027', []],
  ['06/04/2027\n30/03/2027', []],
  [
    '01/03/2027\n02/03/2027\n03/03/2027\n04/03/2027\n05/03/2027\n12/03/2027',
    ['Date già passate: 01/03/2027; 02/03/2027; 03/03/2027 (5 in tutto)'],
  ],
])('a year that looks mistyped is asked: %j', (typed, sentences) => {
  expect(sessionWarnings(sessionsIn(typed), TODAY)).toEqual(sentences)
})

test('the past days of a running course are no mistake, another past day is', () => {
  const running = sessionsIn('01/03/2027\n08/03/2027\n15/03/2027')
  expect(sessionWarnings(sessionsIn('01/03/2027 9-13\n08/03/2027\n16/03/2027'), TODAY, running)).toEqual([])
  expect(sessionWarnings(sessionsIn('02/03/2027\n08/03/2027\n15/03/2027'), TODAY, running)).toEqual([
    'Date già passate: 02/03/2027',
  ])
})

test('a changed first day is asked where there are people', () => {
  const warning = (typed: string, peopleEnrolled: number) =>
    warningsOf(readCourse({ ...empty, sessions: typed }).course, TODAY, {
      minParticipants: null,
      confirmBy: null,
      peopleEnrolled,
      seatsTaken: peopleEnrolled,
      sessions: sessionsIn('20/03/2027\n27/03/2027'),
    }).sessions
  expect(warning('21/03/2027\n27/03/2027', 13)).toEqual([
    'Prima data: era 20/03/2027, ora 21/03/2027. Il corso ha 13 iscritti',
  ])
  expect(warning('', 1)).toEqual(['Prima data: era 20/03/2027, ora nessuna. Il corso ha 1 iscritto'])
  expect(warning('20/03/2027\n28/03/2027', 13)).toBeUndefined()
  expect(warning('21/03/2027', 0)).toBeUndefined()
})

test('sessions before and after a change are named', () => {
  const before = sessionsIn('20/03/2027 9-13\n27/03/2027')
  expect(changedSessions(before, sessionsIn('20/03/2026 9-13\n27/03/2027'))).toEqual([
    'Prima: 20/03/2027 9:00-13:00. Adesso: 20/03/2026 9:00-13:00',
  ])
  expect(changedSessions(before, sessionsIn('27/03/2027'))).toEqual([
    'Prima: 20/03/2027 9:00-13:00. Adesso: –',
  ])
  expect(changedSessions(before, before)).toEqual([])
  expect(changedSessions([], before)).toEqual([])
})

test('a postponement to another year is asked, one to another month is not', () => {
  const before = sessionsIn('01/03/2027\n20/03/2027\n27/03/2027')
  const asked = (typed: string) => postponementWarnings(sessionsIn(typed), TODAY, before)
  expect(asked('01/03/2027\n20/04/2027\n27/04/2027')).toEqual([])
  expect(asked('20/04/2028\n27/04/2028')).toEqual([
    'Tra il 01/03/2027 e il 20/04/2028 passano più di sei mesi',
    'Prima: 01/03/2027; 20/03/2027; 27/03/2027. Adesso: 20/04/2028; 27/04/2028',
  ])
  expect(asked('01/03/2027\n20/04/2026\n27/04/2027')).toEqual([
    'Date già passate: 20/04/2026',
    'Tra il 20/04/2026 e il 01/03/2027 passano più di sei mesi',
    'Prima: 20/03/2027; 27/03/2027. Adesso: 20/04/2026; 27/04/2027',
  ])
})

test.each([
  [
    '10/04/2027 9:00-13:00 (5 ore)',
    ['10/04/2027 9:00-13:00 (5 ore): dall’inizio alla fine passano 4 ore, non 5'],
  ],
  [
    '10/04/2027 9:00-18:00 (4 ore)',
    ['10/04/2027 9:00-18:00 (4 ore): dall’inizio alla fine passano 9 ore, non 4'],
  ],
  [
    '10/04/2027 9:00-10:00 (2 ore)',
    ['10/04/2027 9:00-10:00 (2 ore): dall’inizio alla fine passa 1 ora, non 2'],
  ],
  ['10/04/2027 9:00 (30 ore)', ['10/04/2027 9:00 (30 ore): dall’inizio alla fine passano 15 ore, non 30']],
  ['10/04/2027 (25 ore)', ['10/04/2027 (25 ore): dall’inizio alla fine passano 24 ore, non 25']],
  [
    '10/04/2027 fino alle 13 (14 ore)',
    ['10/04/2027 fino alle 13:00 (14 ore): dall’inizio alla fine passano 13 ore, non 14'],
  ],
  [
    '10/04/2027 - 12/04/2027 (80 ore)',
    ['10/04/2027 - 12/04/2027 (80 ore): dall’inizio alla fine passano 72 ore, non 80'],
  ],
  [
    '10/04/2027 9:00 - 11/04/2027 18:00 (34 ore)',
    ['10/04/2027 9:00 - 11/04/2027 18:00 (34 ore): dall’inizio alla fine passano 33 ore, non 34'],
  ],
  ['10/04/2027 9:00 (15 ore)', []],
  ['10/04/2027 (24 ore)', []],
  ['10/04/2027 fino alle 13 (4 ore)', []],
  ['10/04/2027 - 12/04/2027 (8 ore)', []],
  ['10/04/2027 9:00 - 11/04/2027 18:00 (16 ore)', []],
  ['10/04/2027 9:00-18:00 (8 ore)', []],
  ['10/04/2027 9:00-13:00 (3,5 ore)', []],
  ['10/04/2027 9:00-12:20 (3,33 ore)', []],
  ['10/04/2027 9-9', ['10/04/2027 9:00-9:00: comincia e finisce alla stessa ora']],
  ['10/04/2027 9-13\n10/04/2027 9-13', ['Scritta due volte: 10/04/2027 9:00-13:00']],
  ['10/04/2027\n10/04/2027', ['Scritta due volte: 10/04/2027']],
  ['10/04/2027 9-13\n10/04/2027 12-15', ['Si sovrappongono: 10/04/2027 9:00-13:00 e 10/04/2027 12:00-15:00']],
  [
    '10/04/2027 9:00 (4 ore)\n10/04/2027 12-15',
    ['Si sovrappongono: 10/04/2027 9:00 (4 ore) e 10/04/2027 12:00-15:00'],
  ],
  ['10/04/2027 9-13\n10/04/2027 13-15\n11/04/2027 9-13', []],
  ['01/04/2027 - 30/04/2027\n10/04/2027 9-13', []],
])('repeated, overlapping and contradictory sessions are asked: %j', (typed, sentences) => {
  expect(sessionWarnings(sessionsIn(typed), TODAY)).toEqual(sentences)
})

test('an early bird that ends after the beginning, or has ended, is a slip', () => {
  expect(warned({ sessions: '10/04/2027', earlyBirdUntil: '10/04/2027' }).earlyBirdUntil).toEqual([
    'Il prezzo early bird finisce il 10/04/2027, ma il corso comincia il 10/04/2027',
  ])
  expect(warned({ sessions: '10/04/2027', earlyBirdUntil: '31/03/2026' }).earlyBirdUntil).toEqual([
    'Il 31/03/2026 è già passato',
  ])
  expect(warned({ sessions: '10/04/2027', earlyBirdUntil: '31/03/2027' })).toEqual({})
})
