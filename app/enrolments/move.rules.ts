import { formatPriceInBrief } from '../italian/prices'
import { type Balance, toCents, toEuros } from './dues/rules'

const inEuros = (cents: number) => formatPriceInBrief(toEuros(cents))

/**
 * Compares the price of an edition, in euros, with what a person owes and has paid so far, in cents:
 * '480 € in meno, restano 10 € da pagare'. Null without a balance or a price.
 */
export function moveInFigures(
  balance: Pick<Balance, 'owed' | 'paid'> | null | undefined,
  price: number | null,
): string | null {
  if (!balance || price === null) return null
  const there = toCents(price)
  const difference = there - balance.owed
  const compared =
    difference === 0
      ? 'stesso prezzo'
      : `${inEuros(Math.abs(difference))} in ${difference > 0 ? 'più' : 'meno'}`
  if (balance.paid <= 0) return compared
  const remaining = there - balance.paid
  if (remaining === 0) return `${compared}, già pagato`
  return remaining > 0
    ? `${compared}, restano ${inEuros(remaining)} da pagare`
    : `${compared}, ${inEuros(-remaining)} a credito`
}

/**
 * Tells a person who was moved how much of the new price is left, since what they paid counts there. Amounts in cents.
 */
export function movedPaymentsInWords(paid: number, owed: number): string {
  const remaining = owed - paid
  const carried = `Hai già pagato ${inEuros(paid)}, che valgono anche qui`
  if (remaining === 0) return `${carried}: non resta nulla da versare.`
  return remaining > 0
    ? `${carried}: restano ${inEuros(remaining)}.`
    : `${carried}: ${inEuros(-remaining)} sono in più, li teniamo a tuo credito o te li restituiamo, come preferisci.`
}

/** Tells the office, before a move, what goes along with the enrolment. */
export function movedPaymentsForOffice({ paid }: Pick<Balance, 'paid'>): string {
  return paid > 0
    ? `Ha pagato ${inEuros(paid)}: i pagamenti e la causale seguono l’iscrizione.`
    : 'La causale segue l’iscrizione.'
}
