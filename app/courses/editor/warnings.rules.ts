import { writeAmount } from '../../parsing/rules'
import { spanOf } from '../../parsing/sessions.rules'
import { isConcluded } from '../rules'
import type { CourseErrors, CourseTyped } from './rules'

type Facts = Pick<CourseTyped, 'price' | 'priceEarlyBird' | 'paymentInstallments' | 'sessions'>

/** Possible mistakes by field. `today`: YYYY-MM-DD. */
export function warningsOf(course: Facts, today: string): CourseErrors {
  const { price, priceEarlyBird, paymentInstallments, sessions } = course
  const warnings: CourseErrors = {}
  if (price !== null && priceEarlyBird !== null && priceEarlyBird > price)
    warnings.priceEarlyBird = `Il prezzo early bird (${euros(priceEarlyBird)}) è più alto del prezzo (${euros(price)})`
  const total = Math.round(paymentInstallments.reduce((sum, amount) => sum + amount, 0) * 100) / 100
  if (price !== null && total > 0 && !isRounded(total, price, paymentInstallments.length))
    warnings.paymentInstallments = `Le rate sommano a ${euros(total)}, il prezzo è ${euros(price)}`
  if (isConcluded(spanOf(sessions), today))
    warnings.sessions = 'Il corso è già concluso: non sarà nel catalogo'
  return warnings
}

const euros = (amount: number) => `${writeAmount(amount)} €`

/** Rounding: 3 x 326,67 for 980. */
function isRounded(total: number, price: number, count: number): boolean {
  return Math.round(Math.abs(total - price) * 100) < count
}

/** New warnings that are not confirmed. */
export function unconfirmed(
  warnings: CourseErrors,
  stored: CourseErrors,
  confirmed: readonly string[],
): CourseErrors {
  const known = new Set([...Object.values(stored), ...confirmed])
  return Object.fromEntries(Object.entries(warnings).filter(([, sentence]) => !known.has(sentence)))
}
