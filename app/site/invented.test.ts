import { afterEach, expect, test } from 'vitest'
import { OWNED } from '../../tests/owned-settings'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SiteSettings } from '../content/settings.rules'
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

test('the random id of an office is no invented datum', () => {
  const offices = OWNED.offices.map((office) => ({ ...office, id: '1d000002-7c1e-4000-8000-0000000000aa' }))
  keep({ ...OWNED, offices })
  expect(inventedData()).toEqual([])
})
