import { type EnrolmentRefused, type EnrolmentState, REASON_LIMIT, type Refusal, stateLabel } from './rules'

const SENTENCES: Record<Refusal, string> = {
  'unknown-course': 'Questo corso non è più disponibile',
  'unknown-person': 'Utente non trovato',
  draft: 'Questo corso è una bozza: prima va pubblicato',
  coming: 'Le iscrizioni a questo corso non sono ancora aperte',
  concluded: 'Questo corso è concluso',
  cancelled: 'Questa edizione è stata annullata',
  existing: 'Iscrizione già presente',
  'no-account': 'Sessione non valida',
  full: 'Il corso è al completo: non ci sono più posti',
  'unknown-request': 'Questa richiesta o iscrizione non c’è più: forse è stata ritirata, spostata o disdetta',
  archived: 'Questo corso è stato eliminato',
  'already-decided': 'Questa richiesta è già stata valutata',
  'other-state': 'Questa iscrizione ora è in un altro stato',
  'rejection-open':
    'L’email del rifiuto non è ancora partita: per fermarla usa «Ripristina» in «Ultime decisioni»',
  'edition-open':
    'La conferma o il rinvio dell’edizione si può ancora ripristinare: offri il posto tra qualche minuto',
  early: 'Il corso non è ancora iniziato',
  begun: 'Il corso è iniziato: chi è iscritto è in corso',
  'long-reason': `Il motivo può avere al massimo ${REASON_LIMIT} caratteri`,
  'no-reason': 'Scrivi il motivo: lo legge la persona nell’email',
  'not-cancellable': 'Questa iscrizione non si può disdire',
  'not-movable': 'Questa iscrizione non si può spostare',
  'too-late': 'Il corso inizia tra poco o è già iniziato: per cambiare scrivi alla segreteria',
  elsewhere: 'Puoi spostarti solo in un’altra edizione dello stesso corso',
  'same-course': 'È già in questa edizione',
  'there-already': 'C’è già una richiesta o un posto in questa edizione',
  'seats-free': 'C’è un posto libero: non serve la lista',
  admitted: 'È già in lista d’attesa',
  'not-waiting': 'Non è in lista d’attesa',
  offered: 'Ha già un posto offerto',
  'seat-offered': 'Nel frattempo ti è stato offerto un posto: puoi accettarlo o rinunciare',
  'too-near':
    'Manca poco all’inizio, o il corso è già cominciato: telefona, e se accetta approva la richiesta',
  'no-offer-reason': 'Non è il suo turno: scrivi perché questa persona passa avanti; resta nel log',
  updating: 'La segreteria sta aggiornando questa iscrizione: riprova tra qualche minuto',
  certified: 'Ha un attestato valido, che prima va revocato',
  'no-move-up-reason': 'Scrivi perché passa avanti: lo legge chi è in lista, senza nomi',
}

/** What a person reads below 'Iscrizione già presente' if they ask again, by the state of their enrolment. */
const EXISTING_SENTENCES: Record<EnrolmentState, string> = {
  pending: 'La tua richiesta è in attesa di approvazione',
  approved: 'Sei già iscritto a questo corso',
  rejected: "La tua precedente richiesta è stata rifiutata. Prova a contattare l'amministrazione",
  in_progress: 'Stai già frequentando questo corso',
  completed: 'Hai già completato questo corso',
}

/**
 * Says why a command was refused, with the state if it matters: 'Questa richiesta è già stata valutata: Approvato'. For
 * 'existing' with a state it is the sentence that the person reads.
 */
export function explainEnrolmentRefusal({ refusal, state }: EnrolmentRefused): string {
  if (!state) return SENTENCES[refusal]
  return refusal === 'existing' ? EXISTING_SENTENCES[state] : `${SENTENCES[refusal]}: ${stateLabel(state)}`
}
