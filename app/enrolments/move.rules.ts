import { formatPriceInBrief } from '../italian/prices'
import { type Balance, EMPTY_BALANCE, toCents, toEuros } from './dues/rules'

const inEuros = (cents: number) => formatPriceInBrief(toEuros(cents))

/**
 * The balance with which the prices of other editions are compared. A place that is free has neither dues nor payments,
 * so no balance is stored: it owes nothing. `price`: of the enrolment, in euros; null for an unknown one, which is not
 * compared.
 */
export const balanceToCompare = (balance: Balance | null | undefined, price: number | null): Balance | null =>
  balance ?? (price === 0 ? EMPTY_BALANCE : null)

/**
 * Compares the price of an edition to move to, in euros, with the balance of the present one: '480 € in meno, restano
 * 10 € da pagare'. Null without a balance or a price.
 */
export function priceChangeInWords(
  balance: Pick<Balance, 'owed' | 'paid'> | null | undefined,
  price: number | null,
): string | null {
  if (!balance || price === null) return null
  const newPrice = toCents(price)
  const difference = newPrice - balance.owed
  const comparison =
    difference === 0
      ? 'stesso prezzo'
      : `${inEuros(Math.abs(difference))} in ${difference > 0 ? 'più' : 'meno'}`
  if (balance.paid <= 0) return comparison
  const remaining = newPrice - balance.paid
  if (remaining === 0) return `${comparison}, già pagato`
  return remaining > 0
    ? `${comparison}, restano ${inEuros(remaining)} da pagare`
    : `${comparison}, ${inEuros(-remaining)} a credito`
}

/**
 * Tells a person, after a move, that what they paid counts for the new course, and how much is left to pay. `owed`: the
 * price of the new course, in cents.
 */
export function movedPaymentsForPerson({ paid, owed }: Pick<Balance, 'paid' | 'owed'>): string {
  const remaining = owed - paid
  const sentence = `Hai già pagato ${inEuros(paid)}, che valgono anche qui`
  if (remaining === 0) return `${sentence}: non resta nulla da versare.`
  return remaining > 0
    ? `${sentence}: restano ${inEuros(remaining)}.`
    : `${sentence}: ${inEuros(-remaining)} sono in più, li teniamo a tuo credito o te li restituiamo, come preferisci.`
}

/** Tells the office, before a move, which payments and which causale go along with the enrolment. */
export function movedPaymentsForOffice({ paid }: Pick<Balance, 'paid'>): string {
  return paid > 0
    ? `Ha pagato ${inEuros(paid)}: i pagamenti e la causale seguono l’iscrizione.`
    : 'La causale segue l’iscrizione.'
}
