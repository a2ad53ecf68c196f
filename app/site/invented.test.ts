import { afterEach, expect, test } from 'vitest'
import type { SiteSettings } from '../content/groups.rules'
import { SEEDS } from '../content/seeds'
import { inventedData } from './invented'
import { keepSettings } from './settings'

const OWNED: SiteSettings = {
  ...SEEDS,
  company: {
    ...SEEDS.company,
    legalName: 'Truentum Formazione S.r.l.',
    phone: '+39 0736 123456',
    email: 'segreteria@truentum.it',
    pec: 'truentum@pec.it',
    vat: '01234567890',
    rea: 'AP-123456',
    registeredOffice: 'Corso Mazzini 10, 63100 Ascoli Piceno (AP)',
    studioUrl: 'https://studio.truentum.it/',
    reviewsUrl: 'https://truentum.it/recensioni',
  },
  offices: [
    {
      id: 'ascoli-piceno',
      city: 'Ascoli Piceno',
      street: 'Corso Mazzini 10',
      postcode: '63100',
      province: 'AP',
      latitude: 42.85,
      longitude: 13.57,
    },
  ],
  team: [{ id: 'ada', name: 'Ada Neri', role: 'Direzione', about: '' }],
}
const keep = (settings: SiteSettings) => keepSettings({ settings, version: 'test' })

afterEach(() => keep(SEEDS))

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
    ].map((field) => `company.${field}`),
    'offices.0.street',
    'offices.1.street',
    'team',
  ])
})

test('filled-in settings have no invented data, and one forgotten field is named', () => {
  keep(OWNED)
  expect(inventedData()).toEqual([])
  keep({ ...OWNED, company: { ...OWNED.company, vat: SEEDS.company.vat } })
  expect(inventedData()).toEqual(['company.vat'])
})
