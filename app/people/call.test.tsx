import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type CallFacts, CallSheet } from './call'

const NOW = new Date('2026-11-23T09:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const NOTHING: CallFacts = {
  requests: [],
  offers: [],
  newDates: [],
  waitingLists: [],
  message: undefined,
  nextSession: undefined,
  due: undefined,
  refusals: [],
  note: null,
}

function sentencesFor(facts: Partial<CallFacts>): string[] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CallSheet facts={{ ...NOTHING, ...facts }} now={NOW} page="/p" today="2026-11-23" />
    </MemoryRouter>,
  )
  const rows = [...html.matchAll(/<(?:li|p)>(.*?)<\/(?:li|p)>/g)].map(([, row = '']) => row)
  return rows.map((row) => row.replace(/<[^>]+>/g, ''))
}

const SESSION = {
  course: 'Marketing',
  location: 'Ascoli Piceno',
  date: '2027-01-23',
  time: '09:00',
  isFirst: true,
  isLast: false,
}

test('nothing waits', () => {
  expect(sentencesFor({})).toEqual(['Niente in sospeso: nessuna richiesta, nessuna sessione in programma.'])
})

describe('a request', () => {
  test('the oldest is named with its age, the others are counted', () => {
    const requests = [
      { course: 'Nuovo', since: ago(1), seats: null },
      { course: 'Vecchio', since: ago(5), seats: null },
    ]
    expect(sentencesFor({ requests })).toEqual([
      'Aspetta da 5 giorni una risposta per Vecchio e per un altro corso.',
    ])
    expect(
      sentencesFor({ requests: [...requests, { course: 'Terzo', since: ago(0), seats: null }] })[0],
    ).toContain('e per altri 2 corsi')
  })

  test('of this minute', () => {
    expect(sentencesFor({ requests: [{ course: 'Nuovo', since: NOW, seats: null }] })).toEqual([
      'Ha appena chiesto Nuovo.',
    ])
  })
})

test('a request says which seats are free, a place on a list its number, a note its first line', () => {
  const requests = [{ course: 'Nuovo', since: ago(2), seats: '9 posti liberi' }]
  expect(sentencesFor({ requests })).toEqual(['Aspetta da 2 giorni una risposta per Nuovo: 9 posti liberi.'])
  const others = [...requests, { course: 'Altro', since: NOW, seats: null }]
  expect(sentencesFor({ requests: others })).toEqual([
    'Aspetta da 2 giorni una risposta per Nuovo: 9 posti liberi. Aspetta anche per un altro corso.',
  ])
  const waitingLists = [
    { course: 'Export', position: 2 },
    { course: 'Bilancio', position: 1 },
  ]
  expect(sentencesFor({ waitingLists })).toEqual([
    'È in lista d’attesa per Export (2° posto), Bilancio (1° posto).',
  ])
  expect(sentencesFor({ note: 'Chiamare dopo le 17.\nHa un cane' })).toEqual(['Nota: Chiamare dopo le 17.'])
  expect(sentencesFor({ note: 'a'.repeat(200) })).toEqual([`Nota: ${'a'.repeat(160)}…`])
})

test('a seat that waits for an answer comes first', () => {
  const offers = [{ course: 'Export', until: new Date('2026-11-25T09:00:00Z') }]
  expect(sentencesFor({ offers, requests: [{ course: 'Nuovo', since: NOW, seats: null }] })).toEqual([
    'Ha un posto offerto per Export: risponde entro le 10:00 di mercoledì 25 novembre.',
    'Ha appena chiesto Nuovo.',
  ])
})

test('new dates without an answer say until when, and what silence means', () => {
  const newDates = [
    { enrolment: 'e', course: 'Export', until: '2026-12-04' },
    { enrolment: 'b', course: 'Bilancio', until: '2026-11-30' },
  ]
  expect(sentencesFor({ newDates, nextSession: SESSION })).toEqual([
    'Non ha ancora risposto alle nuove date di Bilancio: può farlo entro lunedì 30 novembre. Se non risponde, il posto resta suo. Registra la risposta',
    'Il 23 gennaio alle 9:00 comincia Marketing, Ascoli Piceno.',
  ])
})

test('the next session has its day, time and place, as far as they are known', () => {
  expect(sentencesFor({ nextSession: SESSION })).toEqual([
    'Il 23 gennaio alle 9:00 comincia Marketing, Ascoli Piceno.',
  ])
  const today = { ...SESSION, date: '2026-11-23', time: null, location: null, isFirst: false }
  expect(sentencesFor({ nextSession: today })).toEqual(['Oggi continua Marketing.'])
  expect(sentencesFor({ nextSession: { ...today, isLast: true } })).toEqual(['Oggi finisce Marketing.'])
  expect(sentencesFor({ nextSession: { ...today, isFirst: true, isLast: true } })).toEqual([
    'Oggi si tiene Marketing.',
  ])
})

test('a refusal of the last month is told with its reason', () => {
  const refusals = [
    { course: 'Remoto', at: ago(60), reason: null },
    { course: 'Primo', at: ago(20), reason: null },
    { course: 'Ultimo', at: ago(7), reason: 'Serve la base' },
  ]
  expect(sentencesFor({ refusals })).toEqual([
    'Il 16 novembre abbiamo rifiutato la richiesta per Ultimo: «Serve la base»',
  ])
  expect(sentencesFor({ refusals: refusals.slice(0, 1) })[0]).toContain('Niente in sospeso')
})

const DUE = {
  course: 'Marketing',
  name: 'la rata 2 di 3',
  open: 33_333,
  dueOn: '2026-12-14',
  state: 'open' as const,
}

test('the next due is told after the next session, a late one before it', () => {
  expect(sentencesFor({ nextSession: SESSION, due: DUE })).toEqual([
    'Il 23 gennaio alle 9:00 comincia Marketing, Ascoli Piceno.',
    'La rata 2 di 3 di Marketing, 333,33\u00a0€, scade il 14 dicembre.',
  ])
  const late = { ...DUE, name: 'il pagamento', open: 8_000, dueOn: '2026-11-08', state: 'late' as const }
  expect(sentencesFor({ nextSession: SESSION, due: late })).toEqual([
    'Il pagamento di Marketing, 80\u00a0€, scadeva l’8 novembre.',
    'Il 23 gennaio alle 9:00 comincia Marketing, Ascoli Piceno.',
  ])
})

test('there are four sentences at most: what waits for us first', () => {
  const all = {
    requests: [{ course: 'Nuovo', since: ago(2), seats: null }],
    message: { id: 'm', createdAt: ago(3) },
    nextSession: SESSION,
    due: DUE,
    refusals: [{ course: 'Ultimo', at: ago(7), reason: null }],
  }
  expect(sentencesFor(all)).toEqual([
    'Aspetta da 2 giorni una risposta per Nuovo.',
    'Un suo messaggio aspetta da 3 giorni.',
    'Il 23 gennaio alle 9:00 comincia Marketing, Ascoli Piceno.',
    'La rata 2 di 3 di Marketing, 333,33\u00a0€, scade il 14 dicembre.',
  ])
})
