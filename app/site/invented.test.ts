import { afterEach, expect, test } from 'vitest'
import { OWNED } from '../../tests/owned-settings'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SiteSettings } from '../content/settings.rules'
import { readCompany, writeCompany } from '../settings/company.rules'
import { inventedData } from './invented'
import { replaceSettings } from './settings'

const keep = (settings: SiteSettings) => replaceSettings({ settings, version: 'test' })

afterEach(() => keep(FIRST_SETTINGS))

test('the invented data of a new site are named, field by field', () => {
  expect(inventedData()).toEqual([
    ...[
      'legalName',
      'phone',
      'email',
      'pec',
      'vat',
      'rea',
      'registeredOffice',
      'studioUrl',
      'reviewsUrl',
      'signatory',
    ].map((field) => `company.${field}`),
    'offices.0.street',
    'offices.1.street',
    'team',
  ])
})

test('filled-in settings have no invented data, and one forgotten field is named', () => {
  keep(OWNED)
  expect(inventedData()).toEqual([])
  keep({ ...OWNED, company: { ...OWNED.company, vat: FIRST_SETTINGS.company.vat } })
  expect(inventedData()).toEqual(['company.vat'])
})

test('true data with the word of an example or with many zeros are no invented data', () => {
  const company = {
    ...OWNED.company,
    legalName: 'Scuola Esempio di Vita S.r.l.',
    phone: '+39 0736 200000',
    rea: 'AP-200000',
    email: 'segreteria@scuolaexample.com',
  }
  keep({
    ...OWNED,
    company,
    offices: OWNED.offices.map((office) => ({ ...office, street: 'Via Esempio 3' })),
  })
  expect(inventedData()).toEqual([])
  keep({ ...OWNED, company: { ...company, email: 'segreteria@example.com' } })
  expect(inventedData()).toEqual(['company.email'])
})

test('saving the first data unchanged leaves them invented', () => {
  const { value } = readCompany(writeCompany(FIRST_SETTINGS.company), 2026)
  keep({ ...OWNED, company: value })
  expect(inventedData()).toHaveLength(10)
})

test('the random id of an office is no invented datum', () => {
  const offices = OWNED.offices.map((office) => ({ ...office, id: '1d000002-7c1e-4000-8000-0000000000aa' }))
  keep({ ...OWNED, offices })
  expect(inventedData()).toEqual([])
})
