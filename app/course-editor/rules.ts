import { VAT_TREATMENTS, type VatTreatment } from '../courses/vat.rules'
import { DEFAULT_THRESHOLD } from '../enrolments/attendance/rules'
import { writeDay } from '../italian/dates'
import { readDay } from '../parsing/dates.rules'
import {
  readEmails,
  readEntries,
  readInstalments,
  readLink,
  readPartners,
  readTeachers,
  writePartners,
  writeTeachers,
} from '../parsing/entries.rules'
import { MOST_LINES, type Reading, writeLines } from '../parsing/lines.rules'
import { NEGATIVE_PROBLEM, readAmount, readInteger, readPercent, writeAmount } from '../parsing/numbers.rules'
import { readSessions } from '../parsing/session-lines.rules'
import { type SessionFacts, writeSessions } from '../parsing/sessions.rules'
import { tidy, tooLong } from '../parsing/text.rules'

/** The description of a coming course for which none is typed. */
export const COMING_DESCRIPTION = 'Maggiori informazioni a breve'

/** The description as it is stored and shown: a coming course without one gets `COMING_DESCRIPTION`. */
export function descriptionOf({
  description,
  comingSoon,
}: {
  description?: string | null | undefined
  comingSoon?: boolean | undefined
}): string | null {
  return description || (comingSoon ? COMING_DESCRIPTION : null)
}

// ── The course form ─────────────────────────────────────────────────────────────────────────────────

/** Maximum number of characters by field. `readCourse` lists its errors in this order. */
export const FIELD_LIMITS = {
  title: 160,
  shortDescription: 400,
  description: 20_000,
  slug: 160,
  theme: 200,
  modalita: 200,
  tipoSessione: 200,
  level: 200,
  location: 200,
  maxPartecipanti: 200,
  attendanceThreshold: 200,
  price: 200,
  priceEarlyBird: 200,
  earlyBirdUntil: 200,
  priceSingleModule: 200,
  paymentInstallments: 20_000,
  vatTreatment: 200,
  sessions: 20_000,
  moduli: 20_000,
  destinatari: 20_000,
  contenuti: 20_000,
  metodologie: 20_000,
  certificazione: 20_000,
  teachers: 20_000,
  afterApproval: 4_000,
  lessonsUrl: 2_000,
  contattiEmail: 20_000,
  partnerPromotori: 20_000,
} as const
export type CourseField = keyof typeof FIELD_LIMITS
/** The text of the form: each field as typed, '' if it is empty, and the two switches. */
export type CourseText = Record<CourseField, string> & { comingSoon: boolean; draft: boolean }
/** What is wrong with the typed text: a sentence by field. */
export type CourseErrors = Partial<Record<CourseField, string>>

const NEGATIVE_PRICE = `Il prezzo: ${NEGATIVE_PROBLEM}`

/** A course as the form gives it. The slug is chosen when it is saved; days and hours are derived from the sessions. */
export type CourseTyped = ReturnType<typeof readFormFields>['course']

/** The fields that a published course needs beside its title, each with what is said while it is empty. */
const REQUIRED_SENTENCES = {
  shortDescription: 'La descrizione breve è obbligatoria',
  description: 'La descrizione è obbligatoria',
  modalita: 'La modalità è obbligatoria',
  tipoSessione: 'Il tipo sessione è obbligatorio',
  price: 'Il prezzo è obbligatorio e non può essere negativo',
  location: 'Il luogo è obbligatorio',
  moduli: 'Almeno un modulo è obbligatorio',
  metodologie: 'Almeno una metodologia è obbligatoria',
  certificazione: 'Almeno una certificazione è obbligatoria',
  contattiEmail: 'Almeno un contatto email è obbligatorio',
} as const satisfies CourseErrors

/** The text of a sent form. A missing field gives '', a missing switch false. */
export function courseTextFrom(form: { get(name: string): unknown }): CourseText {
  const text = (name: string) => (typeof form.get(name) === 'string' ? cleanText(String(form.get(name))) : '')
  const fields = Object.fromEntries(Object.keys(FIELD_LIMITS).map((name) => [name, text(name)])) as Record<
    CourseField,
    string
  >
  return { ...fields, comingSoon: form.get('comingSoon') !== null, draft: form.get('draft') !== null }
}

/**
 * The text with which a form began, from its field `base`, which has it as JSON; null if the field is no JSON object.
 */
export function baseFrom(field: unknown): CourseText | null {
  const typed: unknown = parseJson(field)
  if (typeof typed !== 'object' || typed === null) return null
  const base = new Map(Object.entries(typed))
  // A form lacks the field of a switch that is off, which JSON has as false.
  return courseTextFrom({ get: (name) => base.get(name) || null })
}

function parseJson(field: unknown): unknown {
  try {
    return JSON.parse(String(field))
  } catch {
    return null
  }
}

/** Normalises line ends and lone surrogates, and removes NUL, which PostgreSQL cannot store. */
function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed()
}

/**
 * Reads the text of a form as a course. `errors`: a sentence by field; what cannot be read is missing from `course`. A
 * coming course or a draft needs a title only.
 */
export function readCourse(text: CourseText): { course: CourseTyped; errors: CourseErrors } {
  const { course, errors: unreadable } = readFormFields(withoutTooLong(text))
  const isPublished = !text.comingSoon && !text.draft
  const required: CourseErrors = { title: 'Il titolo è obbligatorio', ...(isPublished && REQUIRED_SENTENCES) }
  const missing = (field: CourseField) => {
    const value = field === 'slug' || field === 'sessions' ? text[field] : course[field]
    // The site wrote this description, not the office.
    if (field === 'description' && value === COMING_DESCRIPTION) return true
    return value === null || value === '' || (Array.isArray(value) && value.length === 0)
  }
  const errors: CourseErrors = {}
  for (const [field, most] of Object.entries(FIELD_LIMITS) as [CourseField, number][]) {
    // A negative price gets the sentence of a missing one, which speaks of both.
    const isReadable = !unreadable[field] || unreadable[field] === NEGATIVE_PRICE
    const absent = missing(field) && isReadable && required[field]
    const sentence =
      text[field].length > most ? tooLong(most, text[field].length) : absent || unreadable[field]
    if (sentence) errors[field] = sentence
  }
  return { course, errors }
}

/** Empties overlong fields, so that they are not read. */
function withoutTooLong(text: CourseText): CourseText {
  const tooLong = Object.entries(FIELD_LIMITS).filter(
    ([field, most]) => text[field as CourseField].length > most,
  )
  return { ...text, ...Object.fromEntries(tooLong.map(([field]) => [field, ''])) }
}

function readVatTreatment(text: string): Reading<VatTreatment | null> {
  const value = VAT_TREATMENTS.find((treatment) => treatment === text)
  return value || !text ? { value: value ?? null } : { problem: 'scegli una voce dell’elenco' }
}

/** Reads each field by itself, without regard to which are required. */
function readFormFields(text: CourseText) {
  const errors: CourseErrors = {}
  const readField = <T>(field: CourseField, what: string, read: (text: string) => Reading<T | null>) => {
    const { value = null, problem } = read(text[field])
    if (problem) errors[field] = `${what}: ${problem}`
    return value
  }
  const readFields = <T>(field: CourseField, readings: Reading<T>[]): T[] => {
    const readingsWithinLimit = readings.slice(0, MOST_LINES)
    const problems = readingsWithinLimit.flatMap(({ problem }) => problem ?? [])
    if (problems.length > 0) errors[field] = problems.join('; ')
    if (readings.length > MOST_LINES) errors[field] = `Al massimo ${MOST_LINES} righe`
    return readingsWithinLimit.flatMap(({ value }) => value ?? [])
  }
  const lines = (field: CourseField) => readFields(field, readEntries(text[field]))
  const course = {
    title: tidy(text.title),
    shortDescription: tidy(text.shortDescription) || null,
    description: text.description.trim() || null,
    modalita: tidy(text.modalita) || null,
    tipoSessione: tidy(text.tipoSessione) || null,
    location: tidy(text.location) || null,
    theme: text.theme || null,
    level: tidy(text.level) || null,
    maxPartecipanti: readField('maxPartecipanti', 'Il numero di partecipanti', readInteger),
    attendanceThreshold:
      readField('attendanceThreshold', 'La frequenza per l’attestato', readPercent) ?? DEFAULT_THRESHOLD,
    price: readField('price', 'Il prezzo', readAmount),
    priceEarlyBird: readField('priceEarlyBird', 'Il prezzo early bird', readAmount),
    earlyBirdUntil: readField('earlyBirdUntil', 'L’ultimo giorno del prezzo early bird', readDay),
    priceSingleModule: readField('priceSingleModule', 'Il prezzo del modulo singolo', readAmount),
    paymentInstallments: readFields('paymentInstallments', readInstalments(text.paymentInstallments)),
    vatTreatment: readField('vatTreatment', 'L’IVA', readVatTreatment),
    comingSoon: text.comingSoon,
    draft: text.draft,
    destinatari: lines('destinatari'),
    moduli: lines('moduli'),
    contenuti: lines('contenuti'),
    metodologie: lines('metodologie'),
    certificazione: lines('certificazione'),
    teachers: readFields('teachers', readTeachers(text.teachers)),
    afterApproval: text.afterApproval.trim() || null,
    lessonsUrl: readField('lessonsUrl', 'L’indirizzo delle lezioni', readLink),
    contattiEmail: readFields('contattiEmail', readEmails(text.contattiEmail)),
    partnerPromotori: readFields('partnerPromotori', readPartners(text.partnerPromotori)),
    sessions: readFields(
      'sessions',
      readSessions(text.sessions).map(({ number, session, problem }) =>
        session ? { value: session } : { problem: `Riga ${number}: ${problem}` },
      ),
    ),
  }
  return { course, errors }
}

/** What `writeCourse` reads of a stored course. */
type WritableCourse = Omit<CourseTyped, 'sessions'> & {
  slug: string
  sessions: readonly SessionFacts[]
}

/** The text of the form for a stored course: the inverse of `readCourse`. */
export function writeCourse(course: WritableCourse): CourseText {
  return {
    title: course.title,
    slug: course.slug,
    shortDescription: course.shortDescription ?? '',
    description: course.description ?? '',
    modalita: course.modalita ?? '',
    tipoSessione: course.tipoSessione ?? '',
    location: course.location ?? '',
    theme: course.theme ?? '',
    level: course.level ?? '',
    maxPartecipanti: course.maxPartecipanti === null ? '' : String(course.maxPartecipanti),
    attendanceThreshold: String(course.attendanceThreshold),
    price: writeAmount(course.price),
    priceEarlyBird: writeAmount(course.priceEarlyBird),
    earlyBirdUntil: course.earlyBirdUntil ? writeDay(course.earlyBirdUntil) : '',
    priceSingleModule: writeAmount(course.priceSingleModule),
    paymentInstallments: course.paymentInstallments.map(writeAmount).join('\n'),
    vatTreatment: course.vatTreatment ?? '',
    sessions: writeSessions(course.sessions),
    moduli: writeLines(course.moduli),
    destinatari: writeLines(course.destinatari),
    contenuti: writeLines(course.contenuti),
    metodologie: writeLines(course.metodologie),
    certificazione: writeLines(course.certificazione),
    teachers: writeTeachers(course.teachers),
    afterApproval: course.afterApproval ?? '',
    lessonsUrl: course.lessonsUrl ?? '',
    contattiEmail: writeLines(course.contattiEmail),
    partnerPromotori: writePartners(course.partnerPromotori),
    comingSoon: course.comingSoon,
    draft: course.draft,
  }
}
