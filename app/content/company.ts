/** Everything that identifies the school: change it here and every page, mail and document follows. */

type Office = {
  city: string
  street: string
  postcode: string
  /** Two letters, as Italian addresses write it. */
  province: string
  /** Where the map looks, in degrees. */
  latitude: number
  longitude: number
}

export type Company = {
  name: string
  /** The name under which the company is registered, for the legal pages and the footer. */
  legalName: string
  tagline: string
  /** Written as it stands inside a sentence, article included. */
  partner: string
  offices: Office[]
  phone: string
  email: string
  pec: string
  vat: string
  /** Number in the companies register (Repertorio Economico Amministrativo). */
  rea: string
  /** Registered seat, on one line. */
  seat: string
  founded: number
  /** When the office answers. `weekdays` counts from Sunday, 0; on public holidays it is closed. */
  hours: { days: string; weekdays: number[]; spans: { from: string; to: string }[]; closed: string }
  /** The firm's services site, 'Lo Studio' in the navigation. */
  studioUrl: string
  reviewsUrl: string
}

export const company = {
  name: 'Accademia Truentum',
  legalName: 'Ragione sociale di esempio S.r.l.',
  tagline: 'Alta formazione nel Piceno',
  partner: 'un’Università Cattolica',
  offices: [
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
  seat: 'Via dell’Esempio 1, 63100 Ascoli Piceno (AP)',
  founded: 2010,
  hours: {
    days: 'Lunedì-venerdì',
    weekdays: [1, 2, 3, 4, 5],
    spans: [
      { from: '8:30', to: '12:30' },
      { from: '14:30', to: '18:30' },
    ],
    closed: 'Sabato e domenica chiuso',
  },
  studioUrl: 'https://example.org/',
  reviewsUrl: 'https://example.org/recensioni',
} satisfies Company as Company

const INVENTED = /example\.(org|com|net)|esempio|0{5,}/i

/**
 * The fields that still hold invented data, as paths: `['legalName', 'offices.0.street', 'vat', …]`; empty once
 * the owner has filled in everything. A production start refuses them, the local demo shows a band (decisions §7).
 */
export function placeholdersIn(company: Company): string[] {
  const search = (value: unknown, path: string[]): string[] => {
    if (typeof value === 'string') return INVENTED.test(value) ? [path.join('.')] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key]))
  }
  return search(company, [])
}

/** N of 'Oltre N anni' (decisions §7: computed from 2010). `today` is YYYY-MM-DD. */
export function yearsOfExperience(today: string): number {
  return Number(today.slice(0, 4)) - company.founded
}
