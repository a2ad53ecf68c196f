import { isSumOf } from '../courses/price.rules'
import { firstDayWarning, sessionWarnings } from '../courses/session-warnings.rules'
import type { Terms } from '../editions/terms.rules'
import { withArticle } from '../italian/articles'
import { writeDay } from '../italian/dates'
import { writeAmount } from '../parsing/numbers.rules'
import { type SessionFacts, spanOf } from '../parsing/sessions.rules'
import type { CourseErrors, CourseField, CourseTyped } from './rules'

/** Warnings as sentences by field. `notify`: about the e-mails that saving sends. */
type Warnings = Partial<Record<CourseField | 'notify', string[]>>

/** The facts of the saved edition on which warnings depend. `seatsTaken`: people with a seat and open offers. */
type StoredEdition = Terms & {
  peopleEnrolled: number
  seatsTaken: number
  sessions: readonly SessionFacts[]
  earlyBirdUntil?: string | null
}

/**
 * Warnings about probable mistakes, and about what a change means for people with a seat. `today`: YYYY-MM-DD;
 * `stored`: the saved edition; undefined for a new one.
 */
export function warningsOf(course: CourseTyped, today: string, stored?: StoredEdition): Warnings {
  const { price, priceEarlyBird, paymentInstallments, maxPartecipanti, sessions, earlyBirdUntil } = course
  const warnings: Warnings = {}
  if (price !== null && priceEarlyBird !== null && priceEarlyBird > price)
    warnings.priceEarlyBird = [
      `Il prezzo early bird (${euros(priceEarlyBird)}) è più alto del prezzo (${euros(price)})`,
    ]
  const total = Math.round(paymentInstallments.reduce((sum, amount) => sum + amount, 0) * 100) / 100
  if (price !== null && total > 0 && !isSumOf(price, paymentInstallments))
    warnings.paymentInstallments = [`Le rate sommano a ${euros(total)}, il prezzo è ${euros(price)}`]
  const { minParticipants: least, confirmBy, peopleEnrolled = 0, seatsTaken = 0 } = stored ?? {}
  const limitWarnings = [
    maxPartecipanti && seatsTaken > maxPartecipanti
      ? `Posti già presi: ${seatsTaken}. Il limite diventa ${maxPartecipanti}: nessuno perde il posto`
      : '',
    least && maxPartecipanti && least > maxPartecipanti
      ? `I posti sono meno del minimo di partecipanti (${least})`
      : '',
  ].filter(Boolean)
  if (limitWarnings.length > 0) warnings.maxPartecipanti = limitWarnings
  const { startDate } = spanOf(sessions)
  const sessionsWarnings = [
    ...sessionWarnings(sessions, today, stored?.sessions),
    ...firstDayWarning(sessions, stored?.sessions ?? [], peopleEnrolled),
    ...(confirmBy && startDate && confirmBy > startDate
      ? [`Il corso comincia prima della data di conferma (${writeDay(confirmBy)})`]
      : []),
  ]
  if (sessionsWarnings.length > 0) warnings.sessions = sessionsWarnings
  if (startDate && earlyBirdUntil && earlyBirdUntil >= startDate)
    warnings.earlyBirdUntil = [
      `Il prezzo early bird finisce ${withArticle('il', writeDay(earlyBirdUntil))}, ma il corso comincia ${withArticle('il', writeDay(startDate))}`,
    ]
  else if (earlyBirdUntil && earlyBirdUntil < today && earlyBirdUntil !== stored?.earlyBirdUntil)
    warnings.earlyBirdUntil = [`${withArticle('Il', writeDay(earlyBirdUntil))} è già passato`]
  return warnings
}

const euros = (amount: number) => `${writeAmount(amount)} €`

/** The warnings that are neither confirmed nor true of the stored course already. */
export function unconfirmedWarnings(
  warnings: Warnings,
  stored: Warnings,
  confirmed: readonly string[],
): Warnings {
  const knownSentences = new Set([...Object.values(stored).flat(), ...confirmed])
  const unconfirmed = Object.entries(warnings).map(
    ([field, sentences]) => [field, sentences.filter((sentence) => !knownSentences.has(sentence))] as const,
  )
  return Object.fromEntries(unconfirmed.filter(([, sentences]) => sentences.length > 0))
}

/** Joins the warnings of each field to one text, as the form shows it. */
export function writeWarnings(warnings: Warnings): CourseErrors & { notify?: string } {
  return Object.fromEntries(
    Object.entries(warnings).map(([field, sentences]) => [field, sentences.join('. ')]),
  )
}
