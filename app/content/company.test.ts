import { expect, test } from 'vitest'
import { type Company, company, placeholdersIn, yearsOfExperience } from './company'

const owned: Company = {
  ...company,
  legalName: 'Truentum Formazione S.r.l.',
  officeLocations: [
    {
      city: 'Ascoli Piceno',
      street: 'Corso Mazzini 10',
      postcode: '63100',
      province: 'AP',
      latitude: 42.85,
      longitude: 13.57,
    },
  ],
  phone: '+39 0736 123456',
  email: 'segreteria@truentum.it',
  pec: 'truentum@pec.it',
  vat: '01234567890',
  rea: 'AP-123456',
  registeredOffice: 'Corso Mazzini 10, 63100 Ascoli Piceno (AP)',
  studioUrl: 'https://studio.truentum.it/',
  reviewsUrl: 'https://truentum.it/recensioni',
}

test('the demo auth is recognised as unfinished, field by field', () => {
  expect(placeholdersIn(company)).toEqual([
    'legalName',
    'officeLocations.0.street',
    'officeLocations.1.street',
    'phone',
    'email',
    'pec',
    'vat',
    'rea',
    'registeredOffice',
    'studioUrl',
    'reviewsUrl',
  ])
})

test('a filled-in auth has no placeholders, and one forgotten field is named', () => {
  expect(placeholdersIn(owned)).toEqual([])
  expect(placeholdersIn({ ...owned, vat: company.vat })).toEqual(['vat'])
})

test('experience is counted from the year of foundation', () => {
  expect(yearsOfExperience('2026-11-21')).toBe(16)
  expect(yearsOfExperience('2027-01-01')).toBe(17)
})
