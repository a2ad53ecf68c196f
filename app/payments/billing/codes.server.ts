import { validate as validateTaxCode } from 'stdnum/lib/cjs/it/codicefiscale.js'
import { validate as validateVatNumber } from 'stdnum/lib/cjs/it/iva.js'
import type { BillingDetails } from './rules'

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
  if (validateTaxCode(code).isValid || isVatNumber(code)) return false
  return /^(?:[A-Z0-9]{16}|\d{11})$/.test(code)
    ? 'Il codice fiscale non torna: l’ultimo carattere controlla gli altri.'
    : 'Il codice fiscale ha 16 caratteri, o 11 cifre.'
}

const isVatNumber = (code: string) => validateVatNumber(code).isValid
