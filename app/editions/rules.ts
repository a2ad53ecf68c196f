import { EMPTY_REGISTER_FIRST } from '../courses/refusals.rules'
import { isConcluded } from '../courses/rules'
import { cleanTypedText, REASON_LIMIT } from '../enrolments/rules'
import { formatDate, isDay } from '../italian/dates'
import { plusDays } from '../italian/days'
import { moveSessions, type SessionFacts } from '../parsing/sessions.rules'
import { normalForm, tidy } from '../parsing/text.rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'

/** How many editions of a series the pages of the office list. */
export const MOST_EDITIONS_LISTED = 50

type Edition = {
  archivedAt: Date | null
  cancelledAt: Date | null
  confirmedAt: Date | null
  draft: boolean
  endDate: string | null
}

/**
 * Why a decision about an edition, or an answer to its postponement, is refused. `changed`: its people or sessions have
 * changed while the e-mails were made; `stale`: its sessions are not those with which the form began; `other-dates`: its
 * sessions are not those that the form asked about; `unknown-question`: the person has no postponement to answer;
 * `not-asked-yet`: the office can still take the postponement back, so nobody is asked yet; `marked`: a session with
 * marks in its register would change.
 */
const SENTENCES = {
  unknown: 'Questo corso non è più disponibile',
  draft: 'Questa edizione è una bozza',
  cancelled: 'Questa edizione è già stata annullata',
  confirmed: 'Questa edizione è già confermata',
  concluded: 'Questo corso è concluso',
  'other-title': 'Scrivi il titolo del corso com’è qui sopra',
  'no-reason': 'Scrivi il motivo: lo leggono gli iscritti nell’email',
  'long-reason': `Il motivo può avere al massimo ${REASON_LIMIT} caratteri`,
  'no-sessions': 'Scrivi almeno una sessione',
  unreadable: 'Correggi le righe che non si leggono',
  unchanged: 'Le sessioni sono già queste: cambia almeno una data',
  past: 'Le nuove sessioni devono cominciare dopo oggi',
  'answer-late': 'La risposta va chiesta per un giorno tra oggi e la prima sessione',
  'unknown-question': 'Questa domanda non c’è più',
  'not-asked-yet': 'Le date del corso si stanno aggiornando: la risposta si può dare tra qualche minuto',
  'other-dates':
    'Nel frattempo le date sono cambiate ancora e la risposta non è stata registrata: guarda quelle di adesso',
  changed: 'Nel frattempo qualcosa è cambiato: riprova',
  stale:
    'Nel frattempo qualcun altro ha cambiato le sessioni: guardale in «Prima», correggi le tue e rinvia di nuovo',
  marked: `Una lezione con presenze segnate resta dov’è: ${EMPTY_REGISTER_FIRST}`,
  'answer-over':
    'Il tempo per rispondere è passato: il posto resta tuo alle nuove date. Se non ti vanno bene, scrivi alla segreteria',
}
export type EditionRefusal = keyof typeof SENTENCES

/** Says why a decision about an edition, or an answer to its postponement, was refused. */
export const explainEditionRefusal = (refusal: EditionRefusal) => SENTENCES[refusal]

export type EditionOutcome<Done extends object = object> = Outcome<EditionRefusal, Done>

/** Whether an edition can still be cancelled or postponed, also a confirmed one. `today`: YYYY-MM-DD. */
export function mayDecideEdition(edition: Edition, today: string): EditionOutcome {
  if (edition.archivedAt) return refuse('unknown')
  if (edition.draft) return refuse('draft')
  if (edition.cancelledAt) return refuse('cancelled')
  return isConcluded(edition, today) ? refuse('concluded') : OK
}

/** Whether an edition can still be confirmed. `today`: YYYY-MM-DD. */
export function mayConfirmEdition(edition: Edition, today: string): EditionOutcome {
  const outcome = mayDecideEdition(edition, today)
  return outcome.ok && edition.confirmedAt ? refuse('confirmed') : outcome
}

/** What is wrong with the form that cancels an edition, by field. `title`: of the course, which is to be typed. */
export function mistakesToCancel(
  typed: { title: string; reason: string },
  title: string,
): { reason?: EditionRefusal; title?: EditionRefusal } {
  const { length } = cleanTypedText(typed.reason)
  return {
    ...(length === 0 && { reason: 'no-reason' }),
    ...(length > REASON_LIMIT && { reason: 'long-reason' }),
    ...(normalTitle(typed.title) !== normalTitle(title) && { title: 'other-title' }),
  }
}

/** A title without differences of case, spaces, quotation marks and dashes, which keyboards do not write alike. */
function normalTitle(text: string): string {
  // First the marks: NFKC would make a space and a combining mark of the acute accent that stands alone.
  const withPlainMarks = tidy(text)
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[–—]/g, '-')
  return normalForm(withPlainMarks, 'NFKC').toLowerCase()
}

/**
 * Whether an edition can be postponed to these dates. `first`: first day of the sessions that are new or were to begin
 * after today, must be after today, undefined without such a session; `answerBy`: as typed, must be a day from today to
 * the day before `first`. Days: YYYY-MM-DD.
 */
export function mayPostponeTo(first: string | undefined, answerBy: string, today: string): EditionOutcome {
  if (!first) return refuse('no-sessions')
  if (first <= today) return refuse('past')
  return isDay(answerBy) && answerBy >= today && answerBy < first ? OK : refuse('answer-late')
}

/** The sessions with those that have not begun moved by a number of days, at the same Italian times. */
export function moveSessionsToCome<Session extends SessionFacts>(
  sessions: readonly Session[],
  days: number,
  now: Date,
): Session[] {
  return sessions.flatMap((session) =>
    hasSessionBegun(session, now) ? [session] : moveSessions([session], days),
  )
}

/** Whether a session has begun; one without a time begins with its day. */
function hasSessionBegun({ startDate, startTime }: SessionFacts, now: Date): boolean {
  return `${startDate} ${startTime?.slice(0, 5) ?? '00:00'}` <= formatDate(now, 'yyyy-MM-dd HH:mm')
}

/** Days that people have to answer a postponement, if the office proposes no others. */
const ANSWER_DAYS = 7

/** The proposed last day to answer: a week from today, or the day before `first` if that is earlier. */
export function proposedAnswerBy(first: string, today: string): string {
  return [plusDays(today, ANSWER_DAYS), plusDays(first, -1)].sort()[0] ?? today
}
