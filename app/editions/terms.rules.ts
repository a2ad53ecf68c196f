import { writeDay } from '../italian/dates'
import { readDay } from '../parsing/dates.rules'
import { readInteger } from '../parsing/numbers.rules'

/** The minimum of participants and the day to confirm the edition by (YYYY-MM-DD); null: none. */
export type Terms = { minParticipants: number | null; confirmBy: string | null }

/** The fields as they are typed. */
export type TermsText = Record<keyof Terms, string>
export type TermsErrors = Partial<TermsText>

/** The highest minimum that the form accepts; the column holds more. */
const MOST_PARTICIPANTS = 10_000

/** The text of the form for stored terms: the inverse of `readTerms`. */
export function writeTerms({ minParticipants, confirmBy }: Terms): TermsText {
  return {
    minParticipants: minParticipants === null ? '' : String(minParticipants),
    confirmBy: confirmBy === null ? '' : writeDay(confirmBy),
  }
}

/** Reads the form of the terms; an empty field and a minimum of 0 are null. `errors`: a sentence by field. */
export function readTerms(text: TermsText): { terms: Terms; errors: TermsErrors } {
  const [least, day] = [readInteger(text.minParticipants), readDay(text.confirmBy)]
  const errors: TermsErrors = {}
  const minParticipants = least.value || null
  if (least.problem) errors.minParticipants = `Il minimo: ${least.problem}`
  if (minParticipants && minParticipants > MOST_PARTICIPANTS)
    errors.minParticipants = 'Il minimo: è troppo grande'
  if ('problem' in day) errors.confirmBy = `La data di conferma: ${day.problem}`
  return { terms: { minParticipants, confirmBy: 'value' in day ? day.value : null }, errors }
}

/**
 * Finds terms that contradict the seats, the start or the present day: a sentence by field. A day to confirm by that
 * has passed is allowed if `edition` has it already. `today`: YYYY-MM-DD.
 */
export function findContradictions(
  { minParticipants, confirmBy }: Terms,
  edition: { maxPartecipanti: number | null; startDate: string | null; confirmBy: string | null },
  today: string,
): TermsErrors {
  const { maxPartecipanti, startDate } = edition
  const errors: TermsErrors = {}
  if (minParticipants && maxPartecipanti && minParticipants > maxPartecipanti)
    errors.minParticipants = 'Il minimo supera i posti'
  if (confirmBy && startDate && confirmBy > startDate)
    errors.confirmBy = 'La data di conferma viene dopo l’inizio'
  else if (confirmBy && confirmBy < today && confirmBy !== edition.confirmBy)
    errors.confirmBy = 'La data di conferma è già passata'
  return errors
}
