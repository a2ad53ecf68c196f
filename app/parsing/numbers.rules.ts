import { type Reading, shortenLine } from './lines.rules'
import { normalForm } from './text.rules'

/** Reads and writes typed numbers. No function throws: what cannot be read becomes a problem. */

/** A number, null for an empty text; or an error. */
type NumberReading = Reading<number | null>

/** The problem of a sum below zero in `readAmount`. */
export const NEGATIVE_PROBLEM = 'non può essere negativo'
/** Digits in threes, between points, apostrophes or spaces: '1.250', '1 250'. */
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:[.' ]\d{3})+$/
const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+$/

/** Most euros, by the limit of the columns. */
export const AMOUNT_MAX = 99_999_999.99

/**
 * Reads euros, such as '1.250,00', '1250.5', '€ 1.250', '1,250.00' or '.5'. A dot before three digits separates
 * thousands, except after a leading zero: '0.125' is an error. Otherwise the last dot or comma is the decimal mark.
 */
export function readAmount(text: string): NumberReading {
  const typed = normalForm(text, 'NFKC')
    .replace(/euro?|€/giu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (typed === '')
    return text.trim() === '' ? { value: null } : { problem: `«${shortenLine(text)}» non è un importo` }
  if (/^-\s*[.,]?\d/.test(typed)) return { problem: NEGATIVE_PROBLEM }
  const [, whole = '', decimals = ''] = splitAtDecimals(typed)
  const digits = whole.replace(/[., ']/g, '')
  const readable = /^\d*$/.test(whole) || GROUPED_BY_POINTS.test(whole) || GROUPED_BY_COMMAS.test(whole)
  if (!readable || !/^\d{0,2}$/.test(decimals) || !(digits || decimals))
    return { problem: `«${shortenLine(text)}» non è un importo` }
  const value = Number(`${digits || '0'}.${decimals || '0'}`)
  return value <= AMOUNT_MAX ? { value } : { problem: 'è troppo grande' }
}

/** Splits a number at its decimal mark. Second: what is before the mark; third: the decimals, absent without a mark. */
function splitAtDecimals(typed: string): (string | undefined)[] {
  if (GROUPED_BY_POINTS.test(typed)) return ['', typed]
  return typed.match(/^(.*)[.,](\d*)$/) ?? ['', typed]
}

/** Writes euros for a field: '1250' or '1250,50'; '' for null. */
export function writeAmount(euros: number | null | undefined): string {
  if (euros === null || euros === undefined) return ''
  return Number.isInteger(euros) ? String(euros) : euros.toFixed(2).replace('.', ',')
}

export const INTEGER_MAX = 1_000_000

/** Reads an integer from 0 to `INTEGER_MAX`, such as '20' or '1.000'. */
export function readInteger(text: string): NumberReading {
  const typed = normalForm(text, 'NFKC').trim()
  if (typed === '') return { value: null }
  if (!/^\d+$/.test(typed) && !GROUPED_BY_POINTS.test(typed))
    return { problem: 'scrivi un numero intero, zero o più' }
  const value = Number(typed.replace(/\D/g, ''))
  return value <= INTEGER_MAX ? { value } : { problem: 'è troppo grande' }
}

/** Reads a percentage, such as '80' or '80 %': an integer from 1 to 100. */
export function readPercent(text: string): NumberReading {
  const typed = normalForm(text, 'NFKC').trim()
  if (typed === '') return { value: null }
  const value = /^\d{1,3}\s?%?$/.test(typed) ? Number.parseInt(typed, 10) : 0
  return value >= 1 && value <= 100
    ? { value }
    : { problem: 'scrivi un numero intero da 1 a 100, per esempio 80' }
}
