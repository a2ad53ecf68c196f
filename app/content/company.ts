/** Everything that identifies the school: pages, e-mails and documents use it. */

type OfficeLocation = {
  city: string
  street: string
  postcode: string
  /** Province code. */
  province: string
  /** Degrees. */
  latitude: number
  longitude: number
}

export type Company = {
  name: string
  /** Registered name. */
  legalName: string
  tagline: string
  /** With its article. */
  partner: string
  officeLocations: OfficeLocation[]
  phone: string
  email: string
  pec: string
  vat: string
  /** Repertorio Economico Amministrativo. */
  rea: string
  /** On one line. */
  registeredOffice: string
  founded: number
  /** `weekdays`: 0 is Sunday. Closed on public holidays. */
  hours: { days: string; weekdays: number[]; spans: { from: string; to: string }[]; closed: string }
  /** 'Lo Studio'. */
  studioUrl: string
  reviewsUrl: string
}

export const company = {
  name: 'Accademia Truentum',
  legalName: 'Ragione sociale di esempio S.r.l.',
  tagline: 'Alta formazione nel Piceno',
  partner: 'un’Università Cattolica',
  officeLocations: [
    {
      city: 'Ascoli Piceno',
      street: 'Via dell’Esempio 1',
      postcode: '63100',
      province: 'AP',
      latitude: 42.8536,
      longitude: 13.5749,
    },
    {
      city: 'Fermo',
      street: 'Via dell’Esempio 2',
      postcode: '63900',
      province: 'FM',
      latitude: 43.1605,
      longitude: 13.7158,
    },
  ],
  phone: '+39 0000 000000',
  email: 'segreteria@example.org',
  pec: 'pec@example.org',
  vat: '00000000000',
  rea: 'AP-000000',
  registeredOffice: 'Via dell’Esempio 1, 63100 Ascoli Piceno (AP)',
  founded: 2010,
  hours: {
    days: 'Lunedì-venerdì',
    weekdays: [1, 2, 3, 4, 5],
    spans: [
      { from: '8:30', to: '12:30' },
      { from: '14:30', to: '18:30' },
    ],
    closed: 'Sabato e domenica chiusa',
  },
  studioUrl: 'https://example.org/',
  reviewsUrl: 'https://example.org/recensioni',
} satisfies Company as Company

/** What the university has to do with the courses. */
export const PARTNERSHIP = `Progettiamo i corsi con ${company.partner}: il programma è suo quanto nostro, e nei corsi che lo prevedono l’attestato porta la sua firma.`

const INVENTED = /example\.(org|com|net)|esempio|0{5,}/i

/** Paths of invented data, such as 'officeLocations.0.street'; a public site has none. */
export function placeholdersIn(company: Company): string[] {
  const search = (value: unknown, path: string[]): string[] => {
    if (typeof value === 'string') return INVENTED.test(value) ? [path.join('.')] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key]))
  }
  return search(company, [])
}

/** N of 'Oltre N anni', since the year of the foundation. `today`: YYYY-MM-DD. */
export function yearsOfExperience(today: string): number {
  return Number(today.slice(0, 4)) - company.founded
}
