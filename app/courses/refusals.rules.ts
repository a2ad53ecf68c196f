import type { Outcome } from '../runtime/outcome.rules'

/** What the office can do about a lesson with marks, as the end of a sentence. */
export const EMPTY_REGISTER_FIRST = 'in «Lezioni», apri il suo registro e svuotalo prima'

/**
 * Why a change of a course, of its terms, its series or a lesson is refused, each as the end of a sentence. 'archived':
 * it is deleted, so it cannot be changed; 'stale': somebody has changed it meanwhile; 'taken': its slug is or was that
 * of another course, or is reserved; 'exists': the form of a new course was sent before; 'has-people': it cannot be a
 * draft again, since people have asked for it; 'marked': a lesson that would be removed, or get another day, time or
 * number of hours, has marks in its register; 'changed': somebody has become a participant while the e-mails about the
 * change were made; 'together': two courses are editions of one already.
 */
const SENTENCES = {
  unknown: 'questo corso non esiste',
  archived: 'questo corso è stato eliminato',
  stale: 'nel frattempo qualcun altro ha salvato delle modifiche',
  exists: 'è già stato creato',
  'has-people': 'ha già richieste o iscritti, quindi non può tornare in bozza',
  'no-lesson': 'questa lezione non c’è più',
  marked: `una lezione con presenze segnate non si toglie e non cambia giorno, ore o orario: ${EMPTY_REGISTER_FIRST}`,
  changed: 'nel frattempo sono cambiati gli iscritti da avvisare: riprova',
  taken: 'questo indirizzo è già di un altro corso',
  'already-archived': 'questo corso è già stato eliminato',
  'not-archived': 'questo corso non è tra quelli eliminati',
  together: 'sono già edizioni dello stesso corso',
}

export type CourseRefusal = keyof typeof SENTENCES
export type CourseOutcome<Done extends object = object> = Outcome<CourseRefusal, Done>

/** The reason of a refusal, as the end of a sentence such as 'Impossibile eliminare il corso: …'. */
export function explainCourseRefusal({ refusal }: { refusal: CourseRefusal }): string {
  return SENTENCES[refusal]
}
