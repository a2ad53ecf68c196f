import { describe, expect, test } from 'vitest'
import { searchTerms, transpositionsOf } from './search.rules'

/** Words as typed, everything else as it is. */
const read = (text: string) =>
  searchTerms(text).map((term) =>
    term.kind === 'words' ? term.alternatives.map(({ typed }) => typed).join(' o ') : term,
  )
const price = (least: number | null, most: number | null) => [{ kind: 'price', least, most }]

describe('a number', () => {
  test.each([
    ['sotto i 500', price(null, 500)],
    ['500 €', price(null, 500)],
    ['€ 500', price(null, 500)],
    ['500€', price(null, 500)],
    ['1.250,00 €', price(null, 1250)],
    ['Corsi sotto 1.000 €', price(null, 1000)],
    ['2000 euro', price(null, 2000)],
    ['fino a mille euro', price(null, 1000)],
    ['meno di 300', price(null, 300)],
    ['max 300', price(null, 300)],
    ['budget 600', price(null, 600)],
    ['< 300', price(null, 300)],
    ['da 200 a 400 euro', price(200, 400)],
    ['tra 200 e 400 euro', price(200, 400)],
    ['tra i 200 e i 400', price(200, 400)],
    ['200-400 €', price(200, 400)],
    ['oltre 500', price(500, null)],
    ['oltre i 1.000', price(1000, null)],
    ['almeno 500 euro', price(500, null)],
    ['da 300 euro', price(300, null)],
    ['da 300 in su', price(300, null)],
  ])('with a word or sign of money is a price: %s', (text, terms) => expect(read(text)).toEqual(terms))

  test.each([
    ['231', ['231']],
    ['9001', ['9001']],
    ['500', ['500']],
    ['ISO 9001', ['iso', '9001']],
    ['UNI 11697', ['uni', '11697']],
    ['Office 365', ['office', '365']],
    ['730', ['730']],
    ['legge 104', ['104']],
    ['D.Lgs. 231', ['231']],
    ['d. lgs 231/2001', ['231']],
    ['231/01', ['231']],
    ['D.Lgs. 81/08', ['81']],
    ['oltre 250 dipendenti', ['250', 'dipendenti']],
    ['max 12 partecipanti', ['partecipanti']],
    ['almeno 20 ore', ['ore']],
    ['industria 4.0', ['industria', '4.0']],
  ])('without one belongs to a title: %s', (text, terms) => expect(read(text)).toEqual(terms))
})

test('letters and digits typed together are also looked for apart', () => {
  expect(read('iso9001')).toEqual(['iso9001 o iso 9001'])
  expect(read('UNI11697 o dm37')).toEqual(['uni11697 o uni 11697 o dm37 o dm 37'])
  expect(read('b2b')).toEqual(['b2b'])
})

test('a price stands beside words, which lose what only joins them', () => {
  expect(read('Corso di vendite a Fermo in marzo sotto 1000 €')).toEqual([
    'vendite',
    'fermo',
    { kind: 'months', names: ['marzo'] },
    ...price(null, 1000),
  ])
  expect(read('come parlare in pubblico')).toEqual(['parlare in pubblico'])
  expect(read('corso sulla privacy')).toEqual(['privacy'])
  expect(read('un corso per imparare l’inglese')).toEqual(['inglese'])
  expect(read('fermo o ascoli')).toEqual(['fermo o ascoli'])
  expect(read('corsi')).toEqual(['corsi'])
  expect(read('il')).toEqual([])
})

test.each([
  ['dove si fa haccp', ['haccp']],
  ['quando inizia il corso haccp', ['haccp']],
  ['quanto costa il corso haccp', ['haccp']],
  ['corso haccp prezzo', ['haccp']],
  ['come si fa il 730', ['730']],
  ['avete corsi di privacy?', ['privacy']],
  ['il prossimo corso di vendite', ['vendite']],
  ['corso per imparare a vendere', ['vendere']],
  ['parlare bene in pubblico', ['parlare', 'pubblico']],
  ['Dov’è il corso HACCP', ['haccp']],
  ['cos’è l’haccp', ['haccp']],
  ['come diventare formatore', ['formatore']],
  ['dove si fanno i corsi', ['corsi']],
  ['costo', ['costo']],
  ['corso sul prezzo', ['prezzo']],
  ['prezzo 300', price(null, 300)],
  ['prezzi di marzo', [{ kind: 'months', names: ['marzo'] }]],
])('of a question, what it is about is looked for: %s', (text, terms) => expect(read(text)).toEqual(terms))

test.each([
  ['marzo 2027', [{ kind: 'starts', from: '2027-03-01', until: '2027-04-01' }]],
  ['dicembre del 2027', [{ kind: 'starts', from: '2027-12-01', until: '2028-01-01' }]],
  ['03/2027', [{ kind: 'starts', from: '2027-03-01', until: '2027-04-01' }]],
  ['mar 2027', [{ kind: 'starts', from: '2027-03-01', until: '2027-04-01' }]],
  ['marzo o aprile', [{ kind: 'months', names: ['marzo', 'aprile'] }]],
  ['corso 2027', [{ kind: 'year', year: '2027' }]],
  ['entro il 2027', [{ kind: 'year', year: '2027' }]],
  ['10/03/2027', [{ kind: 'day', day: '2027-03-10' }]],
  ['10 mar 2027', [{ kind: 'day', day: '2027-03-10' }]],
  ['10 marzo', [{ kind: 'day-of-year', month: 3, date: 10 }]],
  ['dopo il 10 aprile', [{ kind: 'day-of-year', month: 4, date: 10 }]],
  ['prima del 10/04/2027', [{ kind: 'day', day: '2027-04-10' }]],
  ['excel dopo aprile', ['excel', { kind: 'months', names: ['aprile'] }]],
  ['di sabato', [{ kind: 'weekdays', weekdays: [6] }]],
  ['martedì e giovedì', [{ kind: 'weekdays', weekdays: [2, 4] }]],
  ['MERCOLEDI', [{ kind: 'weekdays', weekdays: [3] }]],
  ['weekend', [{ kind: 'weekend' }]],
  ['nel week-end', [{ kind: 'weekend' }]],
  ['due fine settimana', [{ kind: 'weekend' }]],
  ['excel di sabato', ['excel', { kind: 'weekdays', weekdays: [6] }]],
  [
    'otto martedì, 18:30–21:30',
    [
      { kind: 'time', time: '18:30' },
      { kind: 'time', time: '21:30' },
      { kind: 'weekdays', weekdays: [2] },
    ],
  ],
  ['gratuito', [{ kind: 'free' }]],
  ['in arrivo', [{ kind: 'coming' }]],
])('what cards print is understood: %s', (text, terms) => expect(read(text)).toEqual(terms))

const isIntelligence = (text: string) =>
  searchTerms(text).some(
    (term) =>
      term.kind === 'words' &&
      term.alternatives.some(({ synonyms }) => synonyms.includes('intelligenza artificiale')),
  )

test('AI is a theme, and "ai" between two words a preposition', () => {
  for (const text of [
    'AI',
    'ai',
    'corso AI',
    'A.I.',
    'IA',
    'AI per uffici',
    'corso di ai',
    'chatgpt',
    'marketing e AI',
  ])
    expect(isIntelligence(text), text).toBe(true)
  for (const text of ['corso ai dirigenti', 'vendere ai privati', 'ragionare'])
    expect(isIntelligence(text), text).toBe(false)
  expect(read('H.A.C.C.P. per le P.M.I.')).toEqual(['haccp', 'pmi'])
})

test('an expression is known in the singular and the plural, with and without accents', () => {
  const sameAs = (text: string) =>
    searchTerms(text)
      .flatMap((term) => (term.kind === 'words' ? term.alternatives : []))
      .at(0)?.synonyms
  expect(sameAs('ragioneria')).toContain('contabilità')
  expect(sameAs('contabilita')).toContain('ragioneria')
  expect(sameAs('public speaking')).toContain('parlare in pubblico')
  expect(sameAs('HR')).toContain('risorse umane')
  expect(sameAs('Gestione d’Azienda')).toContain('management')
  expect(sameAs('fattura elettronica')).toContain('fatturazione elettronica')
})

test('two neighbouring letters may be exchanged', () => {
  expect(transpositionsOf('abcde')).toEqual(['abcde', 'bacde', 'acbde', 'abdce', 'abced'])
  expect(transpositionsOf('casa')).toEqual(['casa'])
})
