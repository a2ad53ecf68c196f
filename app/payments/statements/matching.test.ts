import { describe, expect, test } from 'vitest'
import { creditorReference, spacedReference } from '../../enrolments/dues/reference.rules'
import {
  createLineMatcher,
  type PayableEnrolment,
  type RegisteredPayment,
  referencesIn,
} from './matching.rules'

const R = creditorReference
const enrolment = (reference: number, name: string, openDues: number[], company: string | null = null) => ({
  id: String(reference),
  reference,
  name,
  company,
  course: 'Corso',
  openDues,
})
const PEOPLE: PayableEnrolment[] = [
  enrolment(1042, 'Giulia Rossi', [49000, 49000]),
  enrolment(1043, 'Marco De Santis', [40000, 30000, 28000], 'Officine De Santis SRL'),
  enrolment(1044, 'Łucja Đorđević', [45000]),
  enrolment(1045, 'Maria Bianchi', [45000]),
  enrolment(1046, 'Maria Bianchi', [45000]),
  enrolment(1047, 'Ada Neri', [32000]),
  enrolment(1048, 'Ugo Verdi', []),
  enrolment(1049, 'Maria Bianchi', [12000]),
]
const line = (text: string, cents: number) => ({
  line: 1,
  day: '2027-03-15',
  cents,
  text,
  bankReference: null,
  ordinal: 1,
})
const match = (text: string, cents: number) => createLineMatcher(PEOPLE, [])(line(text, cents))

test.each([
  [`BONIFICO A VOSTRO FAVORE DA ROSSI GIULIA PER ${spacedReference(R(1042))} RATA 1`, 49000, '1042', 1],
  [`BON.DA OFFICINE DE SANTIS SRL ${R(1043).toLowerCase()} prima e seconda rata`, 70000, '1043', 2],
  [`SCT ${R(1044).replace(/(.{2})/g, '$1-')} DORDEVIC LUCJA`, 45000, '1044', 1],
  [`CAUSALE:${R(1047)}SALDO`, 32000, '1047', 1],
])('%s is certain', (text, cents, id, dueCount) => {
  expect(match(text, cents)).toMatchObject({ verdict: 'certain', enrolment: { id }, dueCount })
})

test.each([
  [`${R(1042)} GIULIA ROSSI`, 25000, 'other-amount', 49000],
  [`${R(1042)} GIULIA ROSSI`, 60000, 'other-amount', 49000],
  [`${R(1047)} NERI ADA SALDO`, 33000, 'too-much', 32000],
  [`${R(1048)} VERDI`, 100, 'nothing-open', 0],
])('%s of %i cents is partial: %s', (text, cents, doubt, expectedCents) => {
  expect(match(text, cents)).toMatchObject({ verdict: 'partial', doubt, expectedCents })
})

test.each([
  ['BONIFICO DA ROSSI GIULIA CORSO MARKETING', 49000, 'no-reference', ['1042']],
  ['BONIFICO DE SANTIS OFFICINE SRL', 1, 'no-reference', ['1043']],
  ['BONIFICO LUCJA DORDEVIC', 45000, 'no-reference', ['1044']],
  ['BONIFICO MARIA BIANCHI ISCRIZIONE', 45000, 'no-reference', ['1045', '1046']],
  ['BONIFICO MARIA BIANCHI', 12000, 'no-reference', ['1049']],
  ['BONIFICO MARIA BIANCHI', 500, 'no-reference', ['1045', '1046', '1049']],
  [
    `${R(1042).slice(0, 9)}${(Number(R(1042)[9]) + 1) % 10} ROSSI GIULIA`,
    49000,
    'unknown-reference',
    ['1042'],
  ],
  [`${R(99_999)} CHI SA`, 45000, 'unknown-reference', []],
  [`${R(1045)} ${R(1046)} BIANCHI DUE ISCRIZIONI`, 90000, 'several-references', ['1045', '1046']],
  [`${R(1045)} RF11 0010 42 UNA SBAGLIATA`, 45000, 'several-references', ['1045']],
  ['VERSAMENTO CONTANTE SPORTELLO', 32000, 'no-reference', []],
  ['GIROCONTO VERDI UGO', 500000, 'no-reference', []],
])('%s is matched by nobody: %s', (text, cents, doubt, candidates) => {
  const found = match(text, cents)
  expect(found).toMatchObject({ verdict: 'unmatched', doubt })
  expect(found.verdict === 'unmatched' && found.candidates.map(({ id }) => id)).toEqual(candidates)
})

test('a due is paid for certain once', () => {
  const next = createLineMatcher(PEOPLE, [])
  const paying = line(`${R(1042)}`, 49000)
  expect([next(paying), next(paying), next(paying)].map(({ verdict }) => verdict)).toEqual([
    'certain',
    'certain',
    'partial',
  ])
  expect(PEOPLE[0]?.openDues, 'what was given stays').toEqual([49000, 49000])
})

describe('a payment of the same sum that is registered already', () => {
  const payment = { reference: 1042, cents: 49000, receivedOn: '2027-03-12', tableText: null }
  const matchWith = (registered: RegisteredPayment) =>
    createLineMatcher(PEOPLE, [registered])(line(`${R(1042)} GIULIA`, 49000))

  test.each([
    ['2027-03-08', 'partial'],
    ['2027-03-22', 'partial'],
    ['2027-03-07', 'certain'],
    ['2027-03-23', 'certain'],
  ])('on %s makes the line %s', (receivedOn, verdict) => {
    expect(matchWith({ ...payment, receivedOn })).toMatchObject({ verdict })
  })

  test('gives its day as the doubt, and leaves the dues to the next line', () => {
    const next = createLineMatcher(PEOPLE, [payment])
    expect(next(line(R(1042), 49000))).toMatchObject({ doubt: 'equal-payment', receivedOn: '2027-03-12' })
    expect(next(line(R(1042), 98000))).toMatchObject({ verdict: 'certain', dueCount: 2 })
  })

  test('of another enrolment or another sum is no doubt', () => {
    for (const other of [{ reference: 1043 }, { cents: 48999 }])
      expect(matchWith({ ...payment, ...other })).toMatchObject({ verdict: 'certain' })
  })

  test('from another table is a doubt on the same day, in other words', () => {
    const onDay = { ...payment, receivedOn: '2027-03-15' }
    expect(matchWith({ ...onDay, tableText: 'BONIFICO' })).toMatchObject({ doubt: 'equal-payment' })
    expect(matchWith({ ...onDay, tableText: `${R(1042)} giulia` })).toMatchObject({ verdict: 'certain' })
    expect(matchWith({ ...payment, tableText: 'BONIFICO' })).toMatchObject({ verdict: 'certain' })
  })
})

test('references are found in any writing, and once', () => {
  const reference = R(1042)
  for (const text of [
    reference,
    reference.toLowerCase(),
    spacedReference(reference),
    `x${reference}x ${reference}`,
  ])
    expect(referencesIn(text).numbers, text).toEqual([1042])
  expect(referencesIn(`${reference}0`)).toEqual({ numbers: [], invalidCount: 0 })
  expect(referencesIn('RF00 0000 00')).toEqual({ numbers: [], invalidCount: 1 })
})
