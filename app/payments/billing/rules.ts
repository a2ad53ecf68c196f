import type { BILLING_KINDS } from '../../enrolments/dues/rules'

type BillingKind = (typeof BILLING_KINDS)[number]

/** In the order of the form. */
export const BILLING_KIND_LABELS: Record<BillingKind, string> = {
  person: 'Persona',
  company: 'Azienda o ente',
}

/** Characters of the longest text of each field. */
export const BILLING_MAX = {
  name: 150,
  taxCode: 16,
  vatNumber: 16,
  sdiCode: 7,
  pec: 254,
  street: 150,
  postcode: 10,
  town: 100,
  province: 2,
} as const

/** To whom an invoice goes. `country`: ISO 3166, two letters; null for what is not known. */
export type BillingDetails = { kind: BillingKind; name: string; country: string } & Record<
  Exclude<keyof typeof BILLING_MAX, 'name'>,
  string | null
>
