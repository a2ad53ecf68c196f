import { hasBegun } from '../courses/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { plusDays } from '../italian/days'
import { formatCount } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { toEuros } from './dues/rules'
import { FULL_REFUND_DAYS, PENALTY_CLAUSE, PENALTY_PERCENT, WITHDRAWAL_DAYS } from './refund-terms.rules'
import type { Ending } from './rules'

/**
 * What cancelling costs, in brief: 'Gratis fino al 16 gennaio', after that day the penalty; without a start 'Gratis
 * fino a 14 giorni prima dell’inizio'. `today`: YYYY-MM-DD.
 */
export function cancellationCostInBrief(course: { startDate: string | null }, today: string): string {
  const until = fullRefundUntil(course)
  if (!until) return `Gratis fino a ${FULL_REFUND_DAYS} giorni prima dell’inizio`
  return until >= today
    ? `Gratis ${withArticle('fino al', formatDate(until, 'd MMMM'))}`
    : `Ormai ${PENALTY_CLAUSE}`
}

/** Tells a person what they would get back if they cancelled today, in case they have paid. `today`: YYYY-MM-DD. */
export function cancellationCostInWords(course: { startDate: string | null }, today: string): string {
  const until = fullRefundUntil(course)
  if (!until) return 'Se hai già pagato, la segreteria ti rimborsa.'
  return until >= today
    ? `Se hai già pagato, ${withArticle('fino al', formatDate(until, 'd MMMM yyyy'))} il rimborso è completo; dopo ${PENALTY_CLAUSE}.`
    : `Se hai già pagato, ormai ${PENALTY_CLAUSE}. ${WITHDRAWAL_STANDS}`
}

/** Says that the penalty does not touch the right of withdrawal of consumers. */
const WITHDRAWAL_STANDS = `Il recesso entro ${WITHDRAWAL_DAYS} giorni dal contratto vale in ogni caso.`

/** The last day of a full refund, YYYY-MM-DD; null if the course has no start. */
export function fullRefundUntil({ startDate }: { startDate: string | null }): string | null {
  return startDate && plusDays(startDate, -FULL_REFUND_DAYS)
}

/**
 * What decides the refund of an enrolment, as it is on the day of its end: `early` until the last day of a full
 * refund, `late` after it, `begun` from the first session, `free` whatever the day, because the edition is cancelled or
 * has no start, or its person is asked about new dates, or refuses them.
 */
export const REFUND_GROUNDS = ['early', 'late', 'begun', 'free'] as const
export type RefundGround = (typeof REFUND_GROUNDS)[number]

/**
 * The ground of the refund if an enrolment ends on this day (YYYY-MM-DD); null for a move, since payments go along.
 * @param hasNewDatesQuestion whether the person is, or will be, asked about new dates of the edition, has not accepted
 * them, and the last day to answer is not past
 */
export function refundGroundOf(
  ending: Ending,
  course: { startDate: string | null },
  { day, hasNewDatesQuestion }: { day: string; hasNewDatesQuestion: boolean },
): RefundGround | null {
  if (ending === 'transferred') return null
  const until = fullRefundUntil(course)
  if (ending === 'edition_cancelled' || hasNewDatesQuestion || !until) return 'free'
  if (until >= day) return 'early'
  return hasBegun(course, day) ? 'begun' : 'late'
}

/**
 * What the terms propose to give back, in cents. `paid`: all payments, those after the end of the enrolment too, less
 * the refunds before it; `retained`: the penalty; `total` = `paid` − `retained`; `returned`: refunds since the end;
 * `open`: what is still to be given back.
 */
export type Refund = {
  ground: RefundGround
  paid: number
  retained: number
  total: number
  returned: number
  open: number
}

/**
 * Computes a refund, all in cents. The penalty is a part of what was paid, up to what was owed; what was paid beyond it
 * goes back whole. `returned`: refunds since the end.
 */
export function refundOf(
  ground: RefundGround,
  { owed, paid, returned = 0 }: { owed: number; paid: number; returned?: number },
): Refund {
  const isReduced = ground === 'late' || ground === 'begun'
  const retained = isReduced ? Math.round((Math.max(0, Math.min(paid, owed)) * PENALTY_PERCENT) / 100) : 0
  const total = Math.max(0, paid - retained)
  return { ground, paid, retained, total, returned, open: Math.max(0, total - returned) }
}

/** The refund of each ground in words, for the copy of a person's data. */
export const REFUND_LABELS: Record<RefundGround, string> = {
  early: 'intero',
  late: `penale del ${PENALTY_PERCENT}%`,
  begun: `penale del ${PENALTY_PERCENT}%`,
  free: 'intero',
}

const inEuros = (cents: number) => formatPriceInBrief(toEuros(cents))

/**
 * The time before the start of the course, as a clause that says why a refund is reduced or full; '' gives no reason.
 */
const TIME_BEFORE_START: Record<RefundGround, string> = {
  early: `mancano almeno ${FULL_REFUND_DAYS} giorni all’inizio`,
  late: `mancano meno di ${FULL_REFUND_DAYS} giorni all’inizio`,
  begun: 'il corso è iniziato',
  free: '',
}

/** When an enrolment ended, as the continuation of a clause that says that it ended; '' adds nothing. */
const WHEN_IT_ENDED: Record<RefundGround, string> = {
  early: `, almeno ${FULL_REFUND_DAYS} giorni prima dell’inizio`,
  late: `, meno di ${FULL_REFUND_DAYS} giorni prima dell’inizio`,
  begun: ', a corso iniziato',
  free: '',
}

/**
 * Tells a person what is given back: 'ti restituiamo per intero 490 €', or the part that is retained and the part that
 * is given back.
 */
function returnInWords({ retained, total }: Refund): string {
  return retained > 0
    ? `come previsto tratteniamo il ${PENALTY_PERCENT}% (${inEuros(retained)}) e ti restituiamo ${inEuros(total)}`
    : `ti restituiamo per intero ${inEuros(total)}`
}

/** Tells a person who has paid, before they cancel, what they would get back and why. */
export function ownRefundInWords(refund: Refund): string {
  const { ground, paid, retained } = refund
  const because = retained > 0 ? `: ${TIME_BEFORE_START[ground]}, quindi ` : ': '
  const sentence = `Hai pagato ${inEuros(paid)}${because}${returnInWords(refund)}.`
  return retained > 0 ? `${sentence} ${WITHDRAWAL_STANDS}` : sentence
}

/** Tells a person who has paid, after their enrolment has ended, what they will get back, or have got back so far. */
export function refundStatusInWords(refund: Refund): string {
  const { paid, total, returned, open } = refund
  if (returned === 0) return `Hai pagato ${inEuros(paid)}: ${returnInWords(refund)}.`
  return open > 0
    ? `Ti abbiamo restituito ${inEuros(returned)} su ${inEuros(total)}.`
    : `Ti abbiamo restituito ${inEuros(returned)}.`
}

/** Follows the promise of a refund: the e-mail that comes next. */
export const REFUND_FOLLOWS = 'Ti scriviamo quando il rimborso parte.'

/**
 * The first sentence of the e-mail about a refund: how the enrolment ended, and what is given back. `endedOn`:
 * YYYY-MM-DD.
 */
export function refundWithReason(
  { ending, endedOn }: { ending: Exclude<Ending, 'transferred'>; endedOn: string },
  refund: Refund,
): string {
  const day = withArticle('il', formatDate(endedOn, 'd MMMM'))
  const ended = {
    cancelled_by_person: `hai disdetto l’iscrizione ${day}`,
    cancelled_by_office: `la segreteria ha disdetto la tua iscrizione ${day}`,
    edition_cancelled: 'il corso è stato annullato',
  }
  return `${ended[ending]}${WHEN_IT_ENDED[refund.ground]}: ${returnInWords(refund)}.`
}

/** Tells the office, before it ends an enrolment, what was paid and what the terms propose; null: nothing was paid. */
export function refundProposal(refund: Refund | null): string {
  if (!refund) return 'Non ha pagato nulla: non c’è nulla da restituire.'
  const { ground, paid, retained } = refund
  // Of a free place nothing is retained, however late it ends.
  const because = retained > 0 || ground === 'early' ? `, perché ${TIME_BEFORE_START[ground]}` : ''
  return `Ha pagato ${inEuros(paid)}. La regola propone di ${proposedActs(refund)}${because}. ${TRANSFER_BY_HAND}`
}

const proposedActs = ({ retained, total }: Refund) =>
  retained > 0
    ? `restituire ${inEuros(total)} e trattenere il ${PENALTY_PERCENT}% (${inEuros(retained)})`
    : 'restituire tutto'

/** Tells the office, at the form of a refund, what the terms propose, and what has been given back so far. */
export function refundProposalAfterEnd(refund: Refund): string {
  const { ground, paid, returned } = refund
  const ended = `L’iscrizione è finita${WHEN_IT_ENDED[ground]}, e ha pagato ${inEuros(paid)}`
  const proposal = `${ended}: la regola propone di ${proposedActs(refund)}.`
  return returned > 0 ? `${proposal} Già restituiti: ${inEuros(returned)}.` : proposal
}

/** A refund in figures for the office: 'pagati 490 €, da restituire 343 €' or 'pagati 490 €, restituiti 343 €'. */
export function refundInFigures({ paid, returned, open }: Refund): string {
  return [
    `pagati ${inEuros(paid)}`,
    returned > 0 && `restituiti ${inEuros(returned)}`,
    open > 0 && `da restituire ${inEuros(open)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Reminds the office that the site transfers no money. */
const TRANSFER_BY_HAND = 'Il bonifico lo fai tu, e poi registri il rimborso: l’importo si può cambiare.'

/** Tells the office, before it cancels an edition, what its people have paid: all of it is given back. */
export function editionRefundProposal(refunds: readonly Refund[]): string {
  const sum = refunds.reduce((cents, { total }) => cents + total, 0)
  if (sum === 0) return 'Nessuno ha pagato: non c’è nulla da restituire.'
  const who = formatCount(refunds.length, 'persona ha', 'persone hanno')
  return `${who} pagato ${inEuros(sum)}: la regola è restituire tutto. I bonifici li fai tu, e poi registri ogni rimborso da «Pagamenti», «Da rimborsare».`
}

/** The words of links to the form of a payment (`paymentFormPage`) where a refund is to be registered. */
export const REGISTER_REFUND = 'Registra il rimborso'
