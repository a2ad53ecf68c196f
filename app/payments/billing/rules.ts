/** To whom an invoice goes. */
export const BILLING_KINDS = ['person', 'company'] as const
type BillingKind = (typeof BILLING_KINDS)[number]

/** The kinds of payer with their labels, in the order of the form. */
export const BILLING_KIND_LABELS: Record<BillingKind, string> = {
  person: 'Persona',
  company: 'Azienda o ente',
}

/** Most characters of each field. */
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

/** To whom an invoice goes. `country`: two letters of ISO 3166. Fields that are not known are null. */
export type BillingDetails = { kind: BillingKind; name: string; country: string } & Record<
  Exclude<keyof typeof BILLING_MAX, 'name'>,
  string | null
>

/** The other details of an Italian payer of whom only the name is known. */
export const EMPTY_BILLING_DETAILS = {
  taxCode: null,
  vatNumber: null,
  sdiCode: null,
  pec: null,
  street: null,
  postcode: null,
  town: null,
  province: null,
  country: 'IT',
} satisfies Omit<BillingDetails, 'kind' | 'name'>
