import { formatISO, parseISO, subDays } from 'date-fns'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { FULL_REFUND_DAYS, PENALTY, WITHDRAWAL_DAYS } from './terms.rules'

/** 'Gratis fino al 16 gennaio', or what holds after that day. `today`: YYYY-MM-DD. */
export function refundInBrief(course: { startDate: string | null }, today: string): string {
  const until = fullRefundUntil(course)
  if (!until) return `Gratis fino a ${FULL_REFUND_DAYS} giorni prima dell’inizio`
  return until >= today ? `Gratis ${withArticle('fino al', formatDate(until, 'd MMMM'))}` : `Ormai ${PENALTY}`
}

/** What a person gets back who gives up a seat of this course now. `today`: YYYY-MM-DD. */
export function refundInWords(course: { startDate: string | null }, today: string): string {
  const until = fullRefundUntil(course)
  if (!until) return 'Se hai già pagato, la segreteria ti rimborsa.'
  return until >= today
    ? `Se hai già pagato, ${withArticle('fino al', formatDate(until, 'd MMMM yyyy'))} il rimborso è completo; dopo ${PENALTY}.`
    : `Se hai già pagato, ormai ${PENALTY}. Il recesso entro ${WITHDRAWAL_DAYS} giorni dal contratto vale in ogni caso.`
}

/** The last day of a full refund; null without a start. YYYY-MM-DD. */
export function fullRefundUntil({ startDate }: { startDate: string | null }): string | null {
  return startDate && formatISO(subDays(parseISO(startDate), FULL_REFUND_DAYS), { representation: 'date' })
}
