import { formatISO, parseISO, subDays } from 'date-fns'

/** A consumer withdraws within so many days of the contract (artt. 52 ff. of the Codice del consumo). */
export const WITHDRAWAL_DAYS = 14

/** Days before the start until which the refund is full. */
const FULL_REFUND_DAYS = 14
/** After that day. */
export const PENALTY = 'si applica una penale del 30%'
export const REFUND_TERMS = `se disdici fino a ${FULL_REFUND_DAYS} giorni prima dell’inizio del corso il rimborso è completo; dopo ${PENALTY}`

/** The last day of a full refund; null without a start. YYYY-MM-DD. */
export function fullRefundUntil({ startDate }: { startDate: string | null }): string | null {
  return startDate && formatISO(subDays(parseISO(startDate), FULL_REFUND_DAYS), { representation: 'date' })
}
