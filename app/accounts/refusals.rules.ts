import { secondsInMinute } from 'date-fns/constants'
import { formatCount } from '../italian/numbers'
import type { Refused } from '../runtime/outcome.rules'
import { STAFF_PASSWORD_MIN } from './passwords/rules'

const SENTENCES = {
  'invalid-credentials': 'Email o password non corrette.',
  unconfirmed:
    'Conferma prima il tuo indirizzo email: apri il link che ti abbiamo inviato, oppure fattelo inviare di nuovo.',
  'invalid-link': 'Il link non è valido o è scaduto.',
  'other-password': 'La password non è quella scelta alla registrazione.',
  'already-confirmed': 'Questo indirizzo è già confermato: accedi con la tua password.',
  'wrong-password': 'La password attuale non è corretta.',
  'wrong-code': 'Il codice non è corretto, è scaduto o è già stato usato.',
  'code-expired': 'È passato troppo tempo: accedi di nuovo con la tua password.',
  'setup-expired': 'È passato troppo tempo: ricomincia dalla password.',
  'second-factor-on': 'La verifica in due passaggi è già attiva.',
  'second-factor-off': 'La verifica in due passaggi non è attiva.',
  'own-second-factor': 'La tua verifica in due passaggi si cambia dalla Dashboard.',
  'unknown-session': 'Questo accesso è già terminato.',
  'own-sessions': 'I tuoi accessi si terminano dalla Dashboard, alla voce «Accessi recenti».',
  'no-session': 'Questa persona non è collegata da nessun dispositivo.',
  'unknown-person': 'Utente non trovato',
  'unconfirmed-person': 'Questa persona non ha ancora confermato il suo indirizzo email.',
  'known-email': 'C’è già una persona con questa email.',
  'nothing-to-activate': 'Questa persona ha già un account attivo.',
  'email-of-staff':
    'L’email di chi lavora nel pannello non si cambia da qui: prima un amministratore deve togliergli il ruolo.',
  'same-email': 'È già il suo indirizzo email.',
  'email-taken': 'Nel frattempo questo indirizzo è stato usato per un altro account.',
  'person-changed': 'Nel frattempo i dati sono cambiati: controllali, poi salva di nuovo.',
  'note-changed': 'Nel frattempo la nota è cambiata: leggila qui sotto, poi salva di nuovo',
  'same-role': 'Questa persona ha già questo ruolo.',
  'last-admin': 'È l’unico amministratore: prima rendi amministratore un’altra persona.',
  'only-admin': 'Sei l’unico amministratore: prima rendi amministratore un’altra persona.',
  'own-account': 'Il tuo account si elimina dalla Dashboard, con la tua password.',
  'account-of-staff':
    'L’account di chi lavora nel pannello non si cancella da qui: prima un amministratore deve togliergli il ruolo.',
  'other-email': 'Scrivi l’email della persona com’è qui sopra.',
  'role-changed': 'Nel frattempo il tuo ruolo è cambiato.',
  'short-staff-password': `La password di chi lavora nel pannello deve avere almeno ${STAFF_PASSWORD_MIN} caratteri: scegline una nuova con «Password dimenticata?».`,
} as const

/** `reasons`: Italian sentences; `retryAfter`: seconds until another attempt may be made. */
export type AccountRefused =
  | Refused<keyof typeof SENTENCES>
  | Refused<'weak-password', { reasons: string[] }>
  | Refused<'limited' | 'too-many-emails', { retryAfter: number }>
export type AccountOutcome<Done extends object = object> = ({ ok: true } & Done) | AccountRefused

/** Explains a refusal in an Italian sentence. */
export function explainAccountRefusal(refused: AccountRefused): string {
  if (refused.refusal === 'weak-password') return refused.reasons.join(' ')
  if (!('retryAfter' in refused)) return SENTENCES[refused.refusal]
  const minutes = Math.ceil(refused.retryAfter / secondsInMinute)
  const later = `riprova tra ${formatCount(minutes, 'minuto', 'minuti')}.`
  return refused.refusal === 'limited'
    ? `Troppi tentativi: ${later}`
    : `Abbiamo ricevuto molte richieste per questo indirizzo: guarda tra le email già arrivate, oppure ${later}`
}

/** Status and headers of the answer to a refusal: 429 with `Retry-After` beyond a limit, else 400. */
export function refusalInit(refused: AccountRefused): { status: number; headers: Record<string, string> } {
  return 'retryAfter' in refused
    ? { status: 429, headers: { 'Retry-After': String(refused.retryAfter) } }
    : { status: 400, headers: {} }
}
