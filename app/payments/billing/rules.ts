import type { BILLING_KINDS } from '../../enrolments/dues/rules'
import { isTaxCode, isVatNumber } from './codes.rules'

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

/** What looks wrong in the codes of an Italian payer, in sentences: they are stored all the same. */
export function codeWarnings({ country, taxCode, vatNumber, sdiCode }: BillingDetails): string[] {
  if (country !== 'IT') return []
  return [
    taxCode && taxCodeWarning(taxCode),
    vatNumber && !isVatNumber(vatNumber) && 'La partita IVA ha 11 cifre, e l’ultima controlla le altre.',
    sdiCode && !/^[A-Z0-9]{6,7}$/.test(sdiCode) && 'Il codice destinatario ha 6 o 7 caratteri.',
  ].filter((warning): warning is string => Boolean(warning))
}

/** A company has that of its VAT number, or another one with 11 digits. */
function taxCodeWarning(code: string): string | false {
  if (isTaxCode(code) || isVatNumber(code)) return false
  return /^(?:[A-Z0-9]{16}|\d{11})$/.test(code)
    ? 'Il codice fiscale non torna: l’ultimo carattere controlla gli altri.'
    : 'Il codice fiscale ha 16 caratteri, o 11 cifre.'
}
