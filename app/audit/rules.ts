import { formatDate, writeDay } from '../italian/dates'
import { formatNumber } from '../italian/numbers'
import { formatEuros } from '../italian/prices'
import { type Code, wordOf } from './codes.rules'
import { FIELD_LABELS } from './fields.rules'

/**
 * The labels of what entries are about, which is a row of a table or an exported file (`exports`): in the singular, and
 * in the plural for the filter.
 */
const ENTITIES = {
  courses: ['Corso', 'Corsi'],
  course_documents: ['Documento', 'Documenti'],
  user_courses: ['Iscrizione', 'Iscrizioni'],
  attendance: ['Presenza', 'Presenze'],
  course_teachers: ['Chi segna le presenze', 'Chi segna le presenze'],
  certificates: ['Attestato', 'Attestati'],
  payments: ['Incasso', 'Incassi'],
  personal_documents: ['Documento personale', 'Documenti personali'],
  profiles: ['Profilo', 'Profili'],
  calendar_feeds: ['Indirizzo del calendario', 'Indirizzi dei calendari'],
  interests: ['Avviso', 'Avvisi'],
  contact_submissions: ['Contatto', 'Contatti'],
  edition_messages: ['Messaggio', 'Messaggi agli iscritti'],
  person_messages: ['Messaggio a una persona', 'Messaggi alle persone'],
  exports: ['Esportazione', 'Esportazioni'],
  outgoing_mail: ['Email', 'Email'],
  sign_ins: ['Accesso', 'Accessi'],
  site_settings: ['Impostazione', 'Impostazioni'],
  legal_versions: ['Pagina legale', 'Pagine legali'],
  audit_logs: ['Log', 'Log'],
} as const
export type AuditEntity = keyof typeof ENTITIES
export const AUDIT_ENTITIES = Object.keys(ENTITIES) as AuditEntity[]

/**
 * `old`: fields before a change or a deletion; `new`: fields after a change or a creation. With both, they hold the
 * changed fields only. The other keys are facts beside the fields, such as the title of the course.
 */
export type AuditDetails = Record<string, unknown> & {
  old?: Record<string, unknown>
  new?: Record<string, unknown>
}

/**
 * Compares the fields of `after` with those of `before` and returns the ones that differ, with their values before
 * (`old`) and after (`new`); both are {} if none differs. Values are compared as JSON.
 */
export function changes<Row extends Record<string, unknown>>(before: Row, after: Partial<Row>) {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pickChanged = (row: Partial<Row>) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return { old: pickChanged(before), new: pickChanged(after) }
}

/**
 * What happened to a note; undefined if nothing did. The log holds this code instead of the words of the note.
 */
export function noteChange(before: string | null, after: string | null): Code<'note'> | undefined {
  if (before === after) return undefined
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

// ── In words ────────────────────────────────────────────────────────────────────────────────────────

const entityNames = new Map<string, readonly [string, string]>(Object.entries(ENTITIES))

/** The label of one row: 'Corso'. An unknown entity is its own label. */
export const entityLabel = (entity: string) => entityNames.get(entity)?.[0] ?? entity

/** The label of all rows: 'Corsi'. An unknown entity is its own label. */
export const entitiesLabel = (entity: string) => entityNames.get(entity)?.[1] ?? entity

/** Stands for the actor where no signed-in person acted: for the site itself, and for visitors. */
export const SYSTEM_NAME = 'Sistema'

const fieldLabel = (key: string) => FIELD_LABELS.get(key) ?? key

/** Fields whose numbers are euros. */
const AMOUNTS = new Set(['amount', 'price', 'priceEarlyBird', 'priceSingleModule', 'paymentInstallments'])

const DAY = /^\d{4}-\d\d-\d\d$/
/** A moment in Italy, without seconds and zone. */
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The value of a field in Italian. A list has one line per item; a missing value is ''. */
export function fieldInWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return numberInWords(key, value)
  if (typeof value === 'string') return textInWords(key, value)
  if (Array.isArray(value)) return value.map((item) => itemInWords(key, item)).join('\n')
  // The ids of offices, closures and questions say nothing to people.
  const fields = Object.entries(value).filter(([name]) => name !== 'id')
  const { from, to, ...others } = Object.fromEntries(fields)
  // Opening hours.
  if (from && to && Object.keys(others).length === 0) return `${from}–${to}`
  return fields.map(([name, inner]) => `${fieldLabel(name)}: ${fieldInWords(name, inner)}`).join(', ')
}

/** A list within a list is on one line, as the opening hours of a day; an empty one, a closed day, is `NOTHING`. */
const itemInWords = (key: string, item: unknown): string =>
  Array.isArray(item)
    ? item.map((inner) => fieldInWords(key, inner)).join(' e ') || NOTHING
    : fieldInWords(key, item)

function numberInWords(key: string, value: number): string {
  if (AMOUNTS.has(key)) return formatEuros(value)
  // `formatNumber` would round them.
  if (key === 'latitude' || key === 'longitude') return String(value)
  return key === 'fileSize' ? `${formatNumber(value / 1024)} KB` : formatNumber(value)
}

function textInWords(key: string, value: string): string {
  // A filter with which the log was exported.
  if (key === 'entity') return entitiesLabel(value)
  const word = wordOf(key, value)
  if (word !== undefined) return word
  if (INSTANT.test(value)) return formatDate(new Date(value), 'dd/MM/yy HH:mm')
  if (MINUTE.test(value)) return `${writeDay(value.slice(0, 10))} ${value.slice(11)}`
  return DAY.test(value) ? formatDate(value, 'dd/MM/yyyy', value) : value
}

/**
 * Splits the details of an entry into the fields that changed and its other keys (`facts`), all in words. Unless the
 * entry has both `old` and `new`, every field is a fact.
 */
export function detailsInFull({ old: before, new: after, ...facts }: AuditDetails) {
  const fields = before && after ? [...new Set([...Object.keys(after), ...Object.keys(before)])] : []
  return {
    changed: fields.map((key) => ({
      key,
      label: fieldLabel(key),
      before: fieldInWords(key, before?.[key]),
      after: fieldInWords(key, after?.[key]),
    })),
    facts: Object.entries(before && after ? facts : { ...facts, ...before, ...after }).map(
      ([key, value]) => ({
        key,
        label: fieldLabel(key),
        value: fieldInWords(key, value),
      }),
    ),
  }
}

/** Shown in place of an empty value. */
export const NOTHING = '–'

const BRIEF_FACTS = 3
const BRIEF_LENGTH = 120
const NO_DETAILS = 'Nessun dettaglio'
const NO_CHANGES = 'Nessuna modifica'
const shorten = (text: string) =>
  text.length > BRIEF_LENGTH ? `${text.slice(0, BRIEF_LENGTH).trimEnd()}…` : text

/** The details of an entry in one line: the labels of the changed fields, or else up to `BRIEF_FACTS` facts. */
export function detailsInBrief(details: AuditDetails): string {
  const { changed, facts } = detailsInFull(details)
  if (details.old && details.new) return changed.map(({ label }) => label).join(', ') || NO_CHANGES
  const pairs = facts.toSorted((a, b) => Number(!a.value) - Number(!b.value)).slice(0, BRIEF_FACTS)
  return (
    pairs.map(({ label, value }) => `${label}: ${shorten(value.replaceAll('\n', ', '))}`).join(', ') ||
    NO_DETAILS
  )
}

/** All details of an entry on one line: 'Prezzo: 980,00 € → 1.050,00 €'. */
export function detailsAsText(details: AuditDetails): string {
  const { changed, facts } = detailsInFull(details)
  const pairs = [
    ...changed.map(({ label, before, after }) => `${label}: ${before || NOTHING} → ${after || NOTHING}`),
    ...facts.map(({ label, value }) => `${label}: ${value || NOTHING}`),
  ]
  const line = pairs.join('; ').replaceAll('\n', ', ')
  return line || (details.old && details.new ? NO_CHANGES : NO_DETAILS)
}
