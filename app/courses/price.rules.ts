import { formatPrice, formatPriceInBrief } from '../italian/prices'
import { earlyBird, NO_PRICE } from './rules'

export function priceInWords(price: number | null): string {
  return price === null ? NO_PRICE : formatPrice(price)
}

/** [450, 400.5] → '450 € - 400,50 €' */
export const amountsInWords = (amounts: readonly number[]) => amounts.map(formatPriceInBrief).join('\u00a0- ')

type Priced = { price: number | null; priceEarlyBird: number | null; earlyBirdUntil: string | null }

/** What a request made on this day (YYYY-MM-DD) costs: the early bird price while it holds, else the full price. */
export function priceOn(course: Priced, day: string): number | null {
  return earlyBird(course, day)?.price ?? course.price
}

/** Payments that make up a price. `amounts`: null if those that are known are not of this price. */
export type Instalments = { count: number; amounts: number[] | null }

/**
 * The instalments of `price`, or null. The amounts are those of this price if they add up to it, rounding aside, or if it
 * is the present full price of the course.
 */
export function instalmentsOf(
  price: number | null,
  course: { price: number | null; paymentInstallments: number[] },
): Instalments | null {
  const { paymentInstallments: amounts } = course
  if (price === null || price === 0 || amounts.length === 0) return null
  const areOfPrice = price === course.price || addUpTo(price, amounts)
  return { count: amounts.length, amounts: areOfPrice ? amounts : null }
}

/** 3 x 326,67 is 980: each amount may be rounded by less than a cent. */
export function addUpTo(price: number, amounts: readonly number[]): boolean {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return Math.round(Math.abs(total - price) * 100) < amounts.length
}
