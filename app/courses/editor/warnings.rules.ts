import { writeAmount } from '../../parsing/rules'
import { spanOf } from '../../parsing/sessions.rules'
import { isConcluded } from '../rules'
import { type Terms, writeDay } from './edition.rules'
import type { CourseErrors, CourseTyped } from './rules'

type Facts = Pick<
  CourseTyped,
  'price' | 'priceEarlyBird' | 'paymentInstallments' | 'maxPartecipanti' | 'sessions'
>

/** Possible mistakes by field. `today`: YYYY-MM-DD; `stored`: what was agreed for the edition, and its people. */
export function warningsOf(
  course: Facts,
  today: string,
  stored?: Terms & { peopleEnrolled: number; seatsTaken: number },
): CourseErrors {
  const { price, priceEarlyBird, paymentInstallments, maxPartecipanti, sessions } = course
  const warnings: CourseErrors = {}
  if (price !== null && priceEarlyBird !== null && priceEarlyBird > price)
    warnings.priceEarlyBird = `Il prezzo early bird (${euros(priceEarlyBird)}) è più alto del prezzo (${euros(price)})`
  const total = Math.round(paymentInstallments.reduce((sum, amount) => sum + amount, 0) * 100) / 100
  if (price !== null && total > 0 && !isRounded(total, price, paymentInstallments.length))
    warnings.paymentInstallments = `Le rate sommano a ${euros(total)}, il prezzo è ${euros(price)}`
  if (isConcluded(spanOf(sessions), today))
    warnings.sessions = 'Il corso è già concluso: non sarà nel catalogo'
  const { minParticipants: least, confirmBy, peopleEnrolled = 0, seatsTaken = 0 } = stored ?? {}
  const limit = [
    maxPartecipanti && seatsTaken > maxPartecipanti
      ? `Ci sono già ${taken(peopleEnrolled, seatsTaken)}: il limite diventa ${maxPartecipanti}. Nessuno perde il posto`
      : '',
    least && maxPartecipanti && least > maxPartecipanti
      ? `I posti sono meno del minimo di partecipanti (${least})`
      : '',
  ].filter(Boolean)
  if (limit.length > 0) warnings.maxPartecipanti = limit.join('. ')
  const { startDate } = spanOf(sessions)
  if (confirmBy && startDate && confirmBy > startDate)
    warnings.sessions ??= `Il corso comincia prima della data di conferma (${writeDay(confirmBy)})`
  return warnings
}

function taken(people: number, seats: number): string {
  const offered = seats - people
  const offers = offered === 1 ? '1 posto offerto' : `${offered} posti offerti`
  return [people === 1 ? '1 iscritto' : `${people} iscritti`, ...(offered > 0 ? [offers] : [])].join(' e ')
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
