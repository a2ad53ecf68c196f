import { data } from 'react-router'
import { validate as validateTaxCode } from 'stdnum/lib/cjs/it/codicefiscale.js'
import { validate as validateVatNumber } from 'stdnum/lib/cjs/it/iva.js'
import { z } from 'zod'
import { optionalLine, requiredLine, tooLongError } from '../../accounts/fields'
import { type AccountOutcome, explainAccountRefusal } from '../../accounts/refusals.rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { tidy } from '../../parsing/text.rules'
import { fieldErrors } from '../../ui/forms/error-summary'
import type { BillingResult } from './billing-fields'
import { BILLING_KINDS, BILLING_MAX, type BillingDetails } from './rules'

/** A code of at most `most` characters, in which blanks do not count; null if empty. Small letters become capitals. */
const codeField = (most: number) =>
  z
    .string()
    .default('')
    .transform((text) => tidy(text).replaceAll(' ', '').toUpperCase() || null)
    .pipe(
      z
        .string()
        .max(most, { error: tooLongError(most) })
        .nullable(),
    )

/** A VAT number as typed; an Italian one as its eleven digits, without 'IT', dots or hyphens. */
function tidyVatNumber(code: string | null): string | null {
  const digits = code?.replace(/^IT/, '').replace(/[.\-/]/g, '')
  return digits && /^\d{11}$/.test(digits) ? digits : code
}

const regions = new Intl.DisplayNames('it', { type: 'region', fallback: 'none' })

/** Whether a text is the code of a nation in two letters (ISO 3166). */
const isNation = (text: string) => /^[A-Z]{2}$/.test(text) && regions.of(text) !== undefined

const NATION_EXPECTED = 'Scrivi le due lettere della nazione, come IT'

const BillingForm = z.object({
  kind: z.enum(BILLING_KINDS, 'Scegli a chi va la fattura'),
  name: requiredLine(1, BILLING_MAX.name, 'Scrivi nome e cognome, o la ragione sociale'),
  taxCode: codeField(BILLING_MAX.taxCode),
  vatNumber: codeField(BILLING_MAX.vatNumber).transform(tidyVatNumber),
  sdiCode: codeField(BILLING_MAX.sdiCode),
  pec: optionalLine(BILLING_MAX.pec),
  street: optionalLine(BILLING_MAX.street),
  postcode: codeField(BILLING_MAX.postcode),
  town: optionalLine(BILLING_MAX.town),
  province: codeField(BILLING_MAX.province),
  country: requiredLine(2, 2, NATION_EXPECTED)
    .transform((text) => text.toUpperCase())
    .refine(isNation, NATION_EXPECTED),
})

/** Reads the form of `BillingFields`. `values`: all fields as sent. */
export function readBillingForm(form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const { data: details, error } = BillingForm.safeParse(values)
  return { values, details, errors: error && fieldErrors(error) }
}

/** Answers the form of `BillingFields`. `page`: the address after saving; `save`: see `saveBillingDetails`. */
export async function saveBillingForm(
  request: Request,
  page: string,
  save: (details: BillingDetails, seenUpdatedAt: number) => Promise<AccountOutcome>,
) {
  const form = await readForm(request)
  const { values, details, errors } = readBillingForm(form)
  if (!details) return data<BillingResult>({ values, errors }, { status: 400 })
  return withErrorToast(
    'Impossibile salvare i dati',
    async () => {
      const saved = await save(details, Number(form.get('seenUpdatedAt')))
      if (saved.ok) return redirectWith(page, billingToast(details))
      const problem = explainAccountRefusal(saved)
      return data<BillingResult>({ values: { ...values, seenUpdatedAt: null }, problem }, { status: 409 })
    },
    { values },
  )
}

/** The toast after saving the details: success, or which codes look wrong although they were saved. */
function billingToast(details: BillingDetails) {
  const warnings = codeWarnings(details)
  return warnings.length > 0
    ? ({ tone: 'neutral', title: 'Dati salvati, da controllare', description: warnings.join(' ') } as const)
    : ({ tone: 'success', title: 'Dati salvati' } as const)
}

/**
 * Says in sentences which codes of an Italian payer look wrong. They are warnings: the details are stored all the same.
 */
export function codeWarnings({ country, taxCode, vatNumber, sdiCode }: BillingDetails): string[] {
  if (country !== 'IT') return []
  return [
    taxCode && taxCodeWarning(taxCode),
    vatNumber && !isVatNumber(vatNumber) && 'La partita IVA ha 11 cifre, e l’ultima controlla le altre.',
    sdiCode && !/^[A-Z0-9]{6,7}$/.test(sdiCode) && 'Il codice destinatario ha 6 o 7 caratteri.',
  ].filter((warning): warning is string => Boolean(warning))
}

/**
 * Says what looks wrong about a codice fiscale; false for a right one: that of a person (16 characters), or that of a
 * company, which is its VAT number or another number of that form.
 */
function taxCodeWarning(code: string): string | false {
  if (validateTaxCode(code).isValid || isVatNumber(code)) return false
  return /^(?:[A-Z0-9]{16}|\d{11})$/.test(code)
    ? 'Il codice fiscale non torna: l’ultimo carattere controlla gli altri.'
    : 'Il codice fiscale ha 16 caratteri, o 11 cifre.'
}

const isVatNumber = (code: string) => /^\d{11}$/.test(code) && validateVatNumber(code).isValid
