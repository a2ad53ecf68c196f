import { formatPrice, formatPriceInBrief } from '../italian/prices'
import { earlyBirdPrice, NO_PRICE } from './rules'

/** A price in words: '450,00 €'. `price`: euros, as all prices and amounts of this file; null: not decided yet. */
export function priceInWords(price: number | null): string {
  return price === null ? NO_PRICE : formatPrice(price)
}

/** Amounts in words, joined by a hyphen: [450, 400.5] → '450 € - 400,50 €'. */
export const amountsInWords = (amounts: readonly number[]) => amounts.map(formatPriceInBrief).join('\u00a0- ')

type Prices = { price: number | null; priceEarlyBird: number | null; earlyBirdUntil: string | null }

/** The price of a request on a day: the early bird price while it holds, else the full price. `day`: YYYY-MM-DD. */
export function priceOn(course: Prices, day: string): number | null {
  return earlyBirdPrice(course, day)?.price ?? course.price
}

/** The payments into which a price is split. `amounts`: null if only the amounts of another price are known. */
export type Instalments = { count: number; amounts: number[] | null }

/**
 * The instalments of a price that a person pays; null without a price to pay, or if the course has no instalments.
 * `amounts` are those of the course if `price` is its full price, or if they add up to `price`, rounding aside.
 */
export function instalmentsOf(
  price: number | null,
  course: { price: number | null; paymentInstallments: number[] },
): Instalments | null {
  const { paymentInstallments: amounts } = course
  if (price === null || price === 0 || amounts.length === 0) return null
  const amountsFit = price === course.price || isSumOf(price, amounts)
  return { count: amounts.length, amounts: amountsFit ? amounts : null }
}

/** Whether the instalments of a course split its full price, but not another `price` that a reader pays. */
export function splitOnlyFullPrice(
  course: { price: number | null; paymentInstallments: number[] },
  price: number | null,
): boolean {
  return (
    price !== null &&
    course.price !== null &&
    price !== course.price &&
    !isSumOf(price, course.paymentInstallments)
  )
}

/** Whether amounts add up to a price. Each may be rounded by less than a cent: three times 326.67 make 980. */
export function isSumOf(price: number, amounts: readonly number[]): boolean {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return Math.round(Math.abs(total - price) * 100) < amounts.length
}
