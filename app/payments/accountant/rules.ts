import { endOfMonth, formatISO, parseISO, startOfMonth, subMonths } from 'date-fns'
import type { VatTreatment } from '../../courses/vat.rules'
import { withArticle } from '../../italian/articles'
import { writeDay } from '../../italian/dates'
import { readRequiredDay } from '../../parsing/dates.rules'
import type { BillingDetails } from '../billing/rules'

/** First and last day of a period (YYYY-MM-DD, in Italy), both included. */
export type PaymentPeriod = { from: string; to: string }

/** Returns the whole calendar month before the month of `day` (YYYY-MM-DD). */
export function monthBefore(day: string): PaymentPeriod {
  const month = subMonths(parseISO(day), 1)
  const dayOf = (date: Date) => formatISO(date, { representation: 'date' })
  return { from: dayOf(startOfMonth(month)), to: dayOf(endOfMonth(month)) }
}

/**
 * Reads the period from an address, such as `?dal=01/11/2026&al=30/11/2026`. A missing day is that of the month before
 * `today`.
 * @returns the text of both fields, and the period; `errors` if the period cannot be read
 */
export function readPeriod(params: URLSearchParams, today: string) {
  const lastMonth = monthBefore(today)
  const text = {
    dal: params.get('dal') ?? writeDay(lastMonth.from),
    al: params.get('al') ?? writeDay(lastMonth.to),
  }
  const first = readRequiredDay(text.dal, 'Scrivi il primo giorno')
  const last = readRequiredDay(text.al, 'Scrivi l’ultimo giorno')
  if (!first.value || !last.value) return { text, errors: { dal: first.error, al: last.error } }
  if (last.value < first.value)
    return {
      text,
      errors: { al: `L’ultimo giorno viene prima ${withArticle('del', writeDay(first.value))}` },
    }
  return { text, errors: {}, period: { from: first.value, to: last.value } }
}

/** The VAT of payments that are not exempt. */
export const VAT_PERCENT = 22

/** Most cents of an exempt amount without a revenue stamp. Above it the stamp costs `STAMP_COST` cents. */
const MOST_WITHOUT_STAMP = 7747
const STAMP_COST = 200

/**
 * Splits a payment or refund, VAT included, into taxable amount and tax, and says what stamp it needs. All in cents.
 */
export function taxOf(treatment: VatTreatment, cents: number) {
  if (treatment === 'exempt')
    return { net: cents, tax: 0, stamp: cents > MOST_WITHOUT_STAMP ? STAMP_COST : 0 }
  const net = Math.round((cents * 100) / (100 + VAT_PERCENT))
  return { net, tax: cents - net, stamp: 0 }
}

/** Names in words the data that an invoice needs and `details` do not have; [] if nothing is missing. */
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
