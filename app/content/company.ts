import type { Company, OfficeHours, OfficeLocation } from './settings.rules'

/** The invented school of a new site. */
export const FIRST_COMPANY: Company = {
  name: 'Accademia Truentum',
  legalName: 'Ragione sociale di esempio S.r.l.',
  tagline: 'Alta formazione nel Piceno',
  partner: 'un’Università Cattolica',
  phone: '+39 0000 000000',
  email: 'segreteria@example.org',
  pec: 'pec@example.org',
  vat: '00000000000',
  rea: 'AP-000000',
  registeredOffice: 'Via dell’Esempio 1, 63100 Ascoli Piceno (AP)',
  founded: 2010,
  studioUrl: 'https://example.org/',
  reviewsUrl: 'https://example.org/recensioni',
  signatory: 'Nome e cognome di esempio',
  signatoryRole: 'Direzione',
}

/** The invented offices of a new site. */
export const FIRST_OFFICES: OfficeLocation[] = [
  {
    id: 'ascoli-piceno',
    city: 'Ascoli Piceno',
    street: 'Via dell’Esempio 1',
    postcode: '63100',
    province: 'AP',
    latitude: 42.8536,
    longitude: 13.5749,
  },
  {
    id: 'fermo',
    city: 'Fermo',
    street: 'Via dell’Esempio 2',
    postcode: '63900',
    province: 'FM',
    latitude: 43.1605,
    longitude: 13.7158,
  },
]

const WORKDAY_SPANS = [
  { from: '8:30', to: '12:30' },
  { from: '14:30', to: '18:30' },
]

/** The hours of a new site. */
export const FIRST_HOURS: OfficeHours = {
  week: [WORKDAY_SPANS, WORKDAY_SPANS, WORKDAY_SPANS, WORKDAY_SPANS, WORKDAY_SPANS, [], []],
  closures: [],
}
