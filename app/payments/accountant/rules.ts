import { endOfMonth, formatISO, parseISO, startOfMonth, subMonths } from 'date-fns'
import type { VatTreatment } from '../../courses/vat.rules'
import { withArticle } from '../../italian/articles'
import { writeDay } from '../../italian/dates'
import { readDay } from '../../parsing/dates.rules'
import type { BillingDetails } from '../billing/rules'

/** Days of Rome (YYYY-MM-DD), both within it. */
export type PaymentPeriod = { from: string; to: string }

/** By the field of the form. */
export type PeriodErrors = { dal?: string; al?: string }

/** The month before that of `day` (YYYY-MM-DD), which the accountant asks for. */
export function monthBefore(day: string): PaymentPeriod {
  const month = subMonths(parseISO(day), 1)
  const dayOf = (date: Date) => formatISO(date, { representation: 'date' })
  return { from: dayOf(startOfMonth(month)), to: dayOf(endOfMonth(month)) }
}

/**
 * Reads the period of an address, `?dal=01/11/2026&al=30/11/2026`; without one, the last month.
 * @returns the text of both fields, and the period or what is wrong with it
 */
export function readPeriod(
  params: URLSearchParams,
  today: string,
): { text: { dal: string; al: string }; errors: PeriodErrors; period?: PaymentPeriod } {
  const usual = monthBefore(today)
  const text = {
    dal: params.get('dal') ?? writeDay(usual.from),
    al: params.get('al') ?? writeDay(usual.to),
  }
  const [first, last] = [readDay(text.dal), readDay(text.al)]
  const errors: PeriodErrors = {}
  if ('problem' in first) errors.dal = `Il primo giorno non si legge: ${first.problem}`
  else if (!first.value) errors.dal = 'Scrivi il primo giorno'
  if ('problem' in last) errors.al = `L’ultimo giorno non si legge: ${last.problem}`
  else if (!last.value) errors.al = 'Scrivi l’ultimo giorno'
  if ('problem' in first || 'problem' in last || !first.value || !last.value) return { text, errors }
  if (last.value < first.value)
    return {
      text,
      errors: { al: `L’ultimo giorno viene prima ${withArticle('del', writeDay(first.value))}` },
    }
  return { text, errors, period: { from: first.value, to: last.value } }
}

/** An exempt amount above this carries a stamp of `STAMP`. In cents. */
const STAMP_FREE = 7747
export const STAMP = 200

/** The taxable amount, the tax and the stamp of a payment or refund, which is inclusive of VAT. In cents. */
export function taxOf(treatment: VatTreatment, cents: number): { net: number; tax: number; stamp: number } {
  if (treatment === 'exempt') return { net: cents, tax: 0, stamp: cents > STAMP_FREE ? STAMP : 0 }
  const net = Math.round((cents * 100) / 122)
  return { net, tax: cents - net, stamp: 0 }
}

/** What an invoice needs and the site does not know, in words for the office; [] if nothing is missing. */
export function missingDetails(details: BillingDetails | null): string[] {
  if (!details) return ['tutti i dati']
  const { kind, taxCode, vatNumber, sdiCode, pec, street, postcode, town } = details
  const isCompany = kind === 'company'
  return [
    isCompany ? !vatNumber && 'partita IVA' : !taxCode && 'codice fiscale',
    isCompany && !sdiCode && !pec && 'codice destinatario o PEC',
    !(street && postcode && town) && 'indirizzo',
  ].filter((missing) => missing !== false)
}
