import { FIELD_LABELS } from '../audit/fields.rules'
import { themeName } from '../content/themes'
import { ENROLMENT_STATES, stateLabel } from '../enrolments/rules'

const LABELS = new Map([
  ...FIELD_LABELS,
  ['fullName', 'Nome e cognome'],
  ['courseInterest', 'Corso di interesse'],
  ['message', 'Messaggio'],
  ['text', 'Messaggio'],
  ['reply', 'Risposta'],
  ['newDescription', 'Descrizione'],
  ['to', 'A chi'],
])

/** Fields with a label whose values are codes, which say nothing to a reader. */
const HIDDEN_FIELDS = new Set([
  'version',
  'visibility',
  'comingSoon',
  'draft',
  'documents',
  'brochure',
  'overCapacity',
])
const ID = /^[\da-f-]{36}$/

/** The titles of forms, by the path to which they are posted: the first match counts. */
const FORM_TITLES: [RegExp, string][] = [
  [/^\/contatti$/, 'Contatti'],
  [/^\/corsi\/[^/]+\/iscrizione$/, 'Richiesta di iscrizione'],
  [/^\/dashboard\/profilo$/, 'Modifica profilo'],
  [/^\/dashboard\/iscrizioni\/[^/]+\/disdici$/, 'Disdici l’iscrizione'],
  [/^\/dashboard\/iscrizioni\/[^/]+\/sposta$/, 'Sposta in un’altra edizione'],
  [/^\/dashboard\/iscrizioni\/[^/]+\/rinvio$/, 'Le nuove date'],
  [/^\/admin(\/richieste)?$/, 'Richieste di iscrizione'],
  [/^\/admin\/iscrivi$/, 'Iscrivi Utente a Corso'],
  [/^\/admin\/courses\/new$/, 'Nuovo Corso'],
  [/^\/admin\/courses\/[^/]+$/, 'Modifica Corso'],
  [/^\/admin\/courses\/[^/]+\/messaggi\/nuovo$/, 'Scrivi ai partecipanti'],
  [/^\/admin\/courses\/[^/]+\/iscritti$/, 'Iscritti'],
  [/^\/admin\/courses\/[^/]+\//, 'Edizione'],
  [/^\/admin\/iscrizioni\//, 'Iscrizione'],
  [/^\/admin\/documents/, 'Documenti'],
  [/^\/admin\/contacts/, 'Richieste di contatto'],
  [/^\/admin\/people/, 'Persone'],
]

/**
 * Tells the content of a saved form in the words of its own page: its title, then the filled fields. Ids, fields
 * without a label and those of `HIDDEN_FIELDS` are left out.
 */
export function recapOf({
  path,
  fields,
}: {
  path: string
  fields: readonly (readonly [name: string, value: string])[]
}): { label: string; value: string }[] {
  const { pathname } = new URL(path, 'http://site')
  const title = FORM_TITLES.find(([pattern]) => pattern.test(pathname))?.[1]
  const filledFields = fields.flatMap(([name, value]) => {
    const isShown = value.trim() !== '' && !HIDDEN_FIELDS.has(name) && !ID.test(value)
    const label = LABELS.get(name)
    return isShown && label ? { label, value: inWords(name, value) } : []
  })
  return title ? [{ label: 'Modulo', value: title }, ...filledFields] : filledFields
}

/** A value as its page shows it. `to`: the recipients of a message, by the state of their enrolment. */
function inWords(name: string, value: string): string {
  if (name === 'to' && ENROLMENT_STATES.some((state) => state === value)) return stateLabel(value)
  if (name === 'theme') return themeName(value) ?? value
  return value === 'on' ? 'sì' : value
}
