import { FIRST_SETTINGS } from '../app/content/first-settings'
import type { SiteSettings } from '../app/content/settings.rules'

/** Settings without invented data. */
export const OWNED: SiteSettings = {
  ...FIRST_SETTINGS,
  company: {
    ...FIRST_SETTINGS.company,
    legalName: 'Truentum Formazione S.r.l.',
    phone: '+39 0736 123456',
    email: 'segreteria@truentum.it',
    pec: 'truentum@pec.it',
    vat: '01234567890',
    rea: 'AP-123456',
    registeredOffice: 'Corso Mazzini 10, 63100 Ascoli Piceno (AP)',
    studioUrl: 'https://studio.truentum.it/',
    reviewsUrl: 'https://truentum.it/recensioni',
    signatory: 'Ada Neri',
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
