import { FIELD_LABELS } from '../audit/fields.rules'
import { themeName } from '../content/themes'
import { ENROLMENT_STATES, stateLabel } from '../enrolments/rules'

/** The labels of fields in forms and their names in the log, by the name of the field. */
const FIELD_LABELS_OF_FORMS = new Map([
  ...FIELD_LABELS,
  ['fullName', 'Nome e cognome'],
  ['courseInterest', 'Corso di interesse'],
  ['message', 'Messaggio'],
  ['text', 'Messaggio'],
  ['reply', 'Risposta'],
  ['newDescription', 'Descrizione'],
  ['to', 'A chi'],
])

/** Fields that have a label, but whose values are numbers and codes that mean nothing to people. */
const HIDDEN_FIELDS = new Set([
  'version',
  'visibility',
  'comingSoon',
  'draft',
  'documents',
  'brochure',
  'overCapacity',
])
const ID_PATTERN = /^[\da-f-]{36}$/

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
 * Describes the content of a saved form in the words of its page: the title, then the filled fields. Ids, fields
 * without a label and those of `HIDDEN_FIELDS` are left out. `path`: the address to which the form is posted.
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
    const isShown = value.trim() !== '' && !HIDDEN_FIELDS.has(name) && !ID_PATTERN.test(value)
    const label = FIELD_LABELS_OF_FORMS.get(name)
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
