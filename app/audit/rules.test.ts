import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROLES } from '../accounts/rules'
import { FIELD_LIMITS } from '../course-editor/rules'
import { VAT_LABELS, VAT_TREATMENTS } from '../courses/vat.rules'
import { kindLabel, PERSONAL_KINDS } from '../documents/personal/rules'
import { REMINDERS } from '../editions/reminders.rules'
import { ENDINGS, ENROLMENT_STATES, stateLabel } from '../enrolments/rules'
import { OFFER_ANSWERS } from '../enrolments/waiting-list.rules'
import { MAIL_STATES } from '../mail/states.rules'
import { PAYMENT_REMINDERS } from '../payments/reminders/rules'
import { PAYMENT_METHODS } from '../payments/rules'
import { ACTION_LABELS, AUDIT_ACTIONS, CODES } from './codes.rules'
import {
  changes,
  detailsAsText,
  detailsInBrief,
  detailsInFull,
  entitiesLabel,
  entityLabel,
  fieldInWords,
} from './rules'

test('actions and entities have Italian words', () => {
  expect(ACTION_LABELS).toEqual({ create: 'Creazione', update: 'Modifica', delete: 'Eliminazione' })
  expect([entityLabel('courses'), entitiesLabel('courses')]).toEqual(['Corso', 'Corsi'])
  expect([entityLabel('course_documents'), entitiesLabel('course_documents')]).toEqual([
    'Documento',
    'Documenti',
  ])
  expect(entityLabel('exports')).toBe('Esportazione')
  for (const unknown of ['settings', 'constructor', '__proto__']) expect(entityLabel(unknown)).toBe(unknown)
})

describe('every code that is stored has a word', () => {
  const stored: Record<keyof typeof CODES, readonly string[]> = {
    status: [...ENROLMENT_STATES, ...Object.keys(MAIL_STATES)],
    role: ROLES,
    action: AUDIT_ACTIONS,
    ending: [...ENDINGS, 'revoked'],
    offer: ['offered', ...OFFER_ANSWERS],
    reminder: [...REMINDERS, 'requests_open'],
    paymentReminder: PAYMENT_REMINDERS,
    document: PERSONAL_KINDS,
    cause: Object.keys(CODES.cause),
    channel: ['phone'],
    note: ['added', 'changed', 'removed'],
    billing: ['added', 'changed'],
    reply: ['sent'],
    method: PAYMENT_METHODS,
    register: ['closed', 'reopened', 'emptied'],
    vatTreatment: VAT_TREATMENTS,
  }
  test.each(Object.entries(stored))('%s: %j', (key, codes) => {
    for (const code of codes) expect(fieldInWords(key, code)).not.toBe(code)
    expect(Object.keys(CODES[key as keyof typeof CODES]).sort()).toEqual([...codes].sort())
    expect(detailsInFull({ [key]: codes[0] }).facts[0]?.label).not.toBe(key)
  })

  test('the same as everywhere else', () => {
    for (const state of ENROLMENT_STATES) expect(fieldInWords('status', state)).toBe(stateLabel(state))
    for (const treatment of VAT_TREATMENTS)
      expect(fieldInWords('vatTreatment', treatment)).toBe(VAT_LABELS[treatment])
    for (const kind of PERSONAL_KINDS) expect(fieldInWords('document', kind)).toBe(kindLabel(kind))
  })
})

test('every field that the office or a person types has an Italian name', () => {
  const fields = [
    ...Object.keys(FIELD_LIMITS),
    'slug',
    'sessions',
    'pdfFilePath',
    'duration',
    'motivi',
    'file',
    'user',
    'action',
    'entity',
    'status',
  ]
  for (const key of fields) {
    const [pair] = detailsInFull({ [key]: 'x' }).facts
    expect(pair?.label, key).not.toBe(key)
  }
})

describe('details in brief', () => {
  test.each([
    [{}, 'Nessun dettaglio'],
    [{ old: {}, new: {} }, 'Nessuna modifica'],
    [{ old: { price: 1, title: 'A' }, new: { price: 2, title: 'B' }, course: 'C' }, 'Prezzo, Titolo'],
    [{ title: 'A', slug: 'b', comingSoon: true, price: 3 }, 'Titolo: A, Indirizzo: b, In arrivo: sì'],
    [{ new: { title: 'A' } }, 'Titolo: A'],
    [
      { level: null, title: 'A', moduli: [], slug: 'b', price: 0 },
      'Titolo: A, Indirizzo: b, Prezzo: 0,00\u00a0€',
    ],
    [{ moduli: ['uno', 'due'] }, 'Moduli: uno, due'],
    [{ strano: { a: 1 } }, 'strano: a: 1'],
    [{ description: 'x'.repeat(500) }, `Descrizione: ${'x'.repeat(120)}…`],
  ])('of %j: %s', (details, brief) => {
    expect(detailsInBrief(details)).toBe(brief)
  })
})

test.each([
  ['price', 1250, '1.250,00 €'],
  ['paymentInstallments', [300, 300.5], '300,00 €\n300,50 €'],
  ['maxPartecipanti', 1200, '1200'],
  ['comingSoon', false, 'no'],
  ['startDate', '2027-01-16', '16/01/2027'],
  ['archivedAt', '2026-11-21T11:00:00.000Z', '21/11/26 12:00'],
  ['status', 'in_progress', 'In corso'],
  ['role', 'secretary', 'Segreteria'],
  ['role', 'admin', 'Amministratore'],
  ['fileSize', 2048, '2 KB'],
  ['title', '2027', '2027'],
  ['company', null, ''],
  [
    'sessions',
    ['16/01/2027 09:00-18:00 (8 ore)', '23/01/2027'],
    '16/01/2027 09:00-18:00 (8 ore)\n23/01/2027',
  ],
])('%s %j reads «%s»', (key, value, words) => {
  expect(fieldInWords(key, value).replaceAll('\u00a0', ' ')).toBe(words)
})

test('old and new values stand side by side, with other details', () => {
  const details = {
    ...changes<Record<string, unknown>>({ price: 980, title: 'A' }, { price: null, title: 'A' }),
    reason: 'sconto',
  }
  expect(detailsInFull(details)).toEqual({
    changed: [{ key: 'price', label: 'Prezzo', before: '980,00\u00a0€', after: '' }],
    facts: [{ key: 'reason', label: 'Motivo', value: 'sconto' }],
  })
  expect(detailsAsText(details).replaceAll('\u00a0', ' ')).toBe('Prezzo: 980,00 € → –; Motivo: sconto')
  expect([detailsAsText({}), detailsAsText({ old: {}, new: {} })]).toEqual([
    'Nessun dettaglio',
    'Nessuna modifica',
  ])
})

test('any entry can be displayed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (someDetails, someValue) => {
      const odd = { ...someDetails, old: someValue, new: someValue } as Parameters<typeof detailsInBrief>[0]
      for (const details of [someDetails, odd]) {
        expect(detailsInBrief(details)).not.toBe('')
        expect(detailsAsText(details)).not.toContain('\n')
      }
    }),
  )
})

test('a value that is no code is shown as it is, whatever every object has', () => {
  for (const value of ['constructor', '__proto__', 'toString'])
    expect(fieldInWords('status', value)).toBe(value)
})
