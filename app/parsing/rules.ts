/** Reads typed lists and numbers. No function throws, and what cannot be read becomes an error, never nothing. */

import { emailAddressesIn } from './emails.rules'
import { normalForm } from './text.rules'

// ── Lists, one entry per line ───────────────────────────────────────────────────────────────────────

/** Most lines of a list: thousands would make parsing and pages slow. */
export const MOST_LINES = 200

/** Writes an object of JSON as the line that a person would type for it. */
type AsTyped = (object: Record<string, unknown>) => string

/**
 * Splits a text into trimmed lines without blank ones, `MOST_LINES` + 1 at most, so that callers notice too many. A
 * list in JSON gives a line for each entry, an object in JSON the line that `asTyped` returns. Cells pasted from a
 * spreadsheet lose their quotes.
 */
export function linesAsTyped(text: string, asTyped: AsTyped = JSON.stringify): string[] {
  const typed =
    fromJson(text, asTyped) ?? splitLines(cellsOf(text)).flatMap((line) => fromJson(line, asTyped) ?? line)
  const lines = typed.map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  return lines.filter(Boolean).slice(0, MOST_LINES + 1)
}

/** Like `linesAsTyped`, and removes the bullets and numbers of a list. */
export function linesOf(text: string, asTyped?: AsTyped): string[] {
  // Word writes some bullets as a letter of another font and a tab.
  return withoutMarkers(linesAsTyped(text.replace(/^[^\S\n]*[o§üØ]\t/gmu, '• '), asTyped))
}

/** Undoes the quotes in which a spreadsheet writes a cell that contains line ends or quotes (these doubled). */
function cellsOf(text: string): string {
  return text.replace(/^"((?:[^"]|"")*)"[^\S\n]*$/gm, (cell, inner: string) =>
    /[\n\r]|""/.test(inner) ? inner.replaceAll('""', '"') : cell,
  )
}

const BULLET = /^(?:[•·●▪■□◦○‣⁃∙►▶➤➢✓✔❖◆★☐☑→\p{Co}]\s*|[-–—*](?:\s+(?![|\s])|(?=\p{L})))+/u
const COUNTER = /^\(?(\d{1,3}|[a-z])[.)]\s+(?![|\s])/
/** Most markers before a line, one after the other; a text with more is not a list. */
const MOST_MARKERS = 20

function withoutMarkers(lines: string[]): string[] {
  let [before, after] = [lines, withoutCounters(lines.map((line) => line.replace(BULLET, '')))]
  for (let round = 0; after.join('\n') !== before.join('\n'); round++) {
    if (round === MOST_MARKERS) return lines
    before = after
    after = withoutCounters(after.map((line) => line.replace(BULLET, '')))
  }
  return after.filter(Boolean)
}

/**
 * Removes counters that run in order from the first ('1.', '2.' … or 'a)', 'b)' …). Other numbers belong to the text.
 */
function withoutCounters(lines: string[]): string[] {
  const counters = lines.flatMap((line) => COUNTER.exec(line)?.[1] ?? [])
  const isNumbered = counters.length > 0 && counters.every((counter, i) => counter === String(i + 1))
  const isLettered =
    counters.length > 1 && counters.every((counter, i) => counter === String.fromCharCode(97 + i))
  return isNumbered || isLettered ? lines.map((line) => line.replace(COUNTER, '')) : lines
}

/** Writes lines so that `linesOf` reads them again: as lines, or as JSON if lines would be changed. */
export function writeLines(lines: readonly string[]): string {
  const text = lines.join('\n')
  return linesAsTyped(text).join('\n') === text ? text : JSON.stringify(lines)
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/

function splitLines(text: string): string[] {
  const lines = text.split(LINE_END).filter((line) => line.trim())
  return lines.slice(0, MOST_LINES + 1)
}

const LOOKS_LIKE_JSON = /^\s*["[{]/

/**
 * Reads JSON as lines; undefined for other text. Entries of a list are not parsed again, since a failed parse is slow.
 */
function fromJson(text: string, asTyped: AsTyped): string[] | undefined {
  if (!LOOKS_LIKE_JSON.test(text)) return undefined
  const entry = (value: unknown): string[] => {
    if (typeof value === 'string') return splitLines(value)
    if (Array.isArray(value)) return value.flatMap(entry)
    if (value === null) return []
    return [typeof value === 'object' ? asTyped(value as Record<string, unknown>) : String(value)]
  }
  try {
    const value: unknown = JSON.parse(text)
    return (typeof value === 'string' ? fromJson(value, asTyped) : undefined) ?? entry(value)
  } catch {
    // Not JSON, or nested too deeply.
    return undefined
  }
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

/** A number that was read, null for an empty text; or an error. */
export type NumberRead = { value: number | null; problem?: never } | { value?: never; problem: string }

/** The problem of `readAmount` with a sum below zero. */
export const NEGATIVE = 'non può essere negativo'
/** Digits in threes, between points, apostrophes or spaces: '1.250', '1 250'. */
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:[.' ]\d{3})+$/
const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+$/

/** Most euros, by the limit of the columns. */
export const AMOUNT_MAX = 99_999_999.99

/**
 * Reads euros, such as '1.250,00', '1250.5', '€ 1.250', '1,250.00' or '.5'. A dot before three digits separates
 * thousands, except after a leading zero: '0.125' is an error. Otherwise the last dot or comma is the decimal mark.
 */
export function readAmount(text: string): NumberRead {
  const typed = normalForm(text, 'NFKC')
    .replace(/euro?|€/giu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (typed === '')
    return text.trim() === '' ? { value: null } : { problem: `«${shortenLine(text)}» non è un importo` }
  if (/^-\s*[.,]?\d/.test(typed)) return { problem: NEGATIVE }
  const [, whole = '', decimals = ''] = splitAtDecimals(typed)
  const digits = whole.replace(/[., ']/g, '')
  const readable = /^\d*$/.test(whole) || GROUPED_BY_POINTS.test(whole) || GROUPED_BY_COMMAS.test(whole)
  if (!readable || !/^\d{0,2}$/.test(decimals) || !(digits || decimals))
    return { problem: `«${shortenLine(text)}» non è un importo` }
  const value = Number(`${digits || '0'}.${decimals || '0'}`)
  return value <= AMOUNT_MAX ? { value } : { problem: 'è troppo grande' }
}

/** Splits a number at its decimal mark. Second: what is before the mark; third: the decimals, absent without a mark. */
function splitAtDecimals(typed: string): (string | undefined)[] {
  if (GROUPED_BY_POINTS.test(typed)) return ['', typed]
  return typed.match(/^(.*)[.,](\d*)$/) ?? ['', typed]
}

/** Writes euros for a field: '1250' or '1250,50'; '' for null. */
export function writeAmount(euros: number | null | undefined): string {
  if (euros === null || euros === undefined) return ''
  return Number.isInteger(euros) ? String(euros) : euros.toFixed(2).replace('.', ',')
}

export const INTEGER_MAX = 1_000_000

/** Reads an integer from 0 to `INTEGER_MAX`, such as '20' or '1.000'. */
export function readInteger(text: string): NumberRead {
  const typed = normalForm(text, 'NFKC').trim()
  if (typed === '') return { value: null }
  if (!/^\d+$/.test(typed) && !GROUPED_BY_POINTS.test(typed))
    return { problem: 'scrivi un numero intero, zero o più' }
  const value = Number(typed.replace(/\D/g, ''))
  return value <= INTEGER_MAX ? { value } : { problem: 'è troppo grande' }
}

/** Reads a percentage, such as '80' or '80 %': an integer from 1 to 100. */
export function readPercent(text: string): NumberRead {
  const typed = normalForm(text, 'NFKC').trim()
  if (typed === '') return { value: null }
  const value = /^\d{1,3}\s?%?$/.test(typed) ? Number.parseInt(typed, 10) : 0
  return value >= 1 && value <= 100
    ? { value }
    : { problem: 'scrivi un numero intero da 1 a 100, per esempio 80' }
}

/** A typed line as an error names it: cut after 40 characters. */
function shortenLine(text: string): string {
  const line = text.trim()
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}

// ── Lines that must mean something ──────────────────────────────────────────────────────────────────

/** What a line means, or an error. */
export type Reading<T> = { value: T; problem?: never } | { value?: never; problem: string }

/** Reads a list of texts, one per line. An object in JSON is an error. */
export function readEntries(text: string): Reading<string>[] {
  return linesOf(text).map((line) =>
    isJsonObject(line)
      ? { problem: `Non capisco «${shortenLine(line)}»: scrivi una voce per riga` }
      : { value: line },
  )
}

/** Most instalments of one price. */
export const MOST_INSTALMENTS = 99

/** Reads instalments in euros: one per line, or separated by ';', '+' or ' - '. '3 x 400' gives three. */
export function readInstalments(text: string): Reading<number>[] {
  const entries = linesOf(text)
    .flatMap((line) => line.split(/[;+]| [-–] /))
    .filter((entry) => entry.trim())
  const readings: Reading<number>[] = []
  for (const entry of entries) {
    readings.push(...readInstalment(entry))
    if (readings.length > MOST_INSTALMENTS) return [{ problem: `Più di ${MOST_INSTALMENTS} rate` }]
  }
  return readings
}

function readInstalment(entry: string): Reading<number>[] {
  const [, times = '1', amount = entry] = entry.match(/^\s*(\d{1,2})\s*[x×]\s*(.+)$/iu) ?? []
  const { value, problem } = readAmount(amount)
  if (problem || !value || Number(times) === 0)
    return [{ problem: problem ?? `«${shortenLine(entry)}» non è un importo` }]
  return Array.from({ length: Number(times) }, () => ({ value }))
}

/** Reads e-mail addresses. A line may contain several, with names or without. */
export function readEmails(text: string): Reading<string>[] {
  return linesOf(text).flatMap((line): Reading<string>[] => {
    const addresses = emailAddressesIn(line)
    if (addresses.length === 0) return [{ problem: `Email non valida: ${shortenLine(line)}` }]
    return addresses.map((value) => ({ value }))
  })
}

/**
 * A partner as typed: 'nome | logo | descrizione'. `logo`: the name of a logo ('ateneo'), a file name ('marchio.svg')
 * or ''.
 */
export type PartnerTyped = { name: string; logo: string; description: string }

/** The forms of `PartnerTyped['logo']`. */
const LOGO = /^([a-z\d][a-z\d-]*)?$/
const LOGO_FILE = /^[\w-][\w.-]*\.(svg|png|webp|jpe?g)$/i

export function readPartners(text: string): Reading<PartnerTyped>[] {
  return linesOf(text, partnerFromJson).map((line) => {
    if (isJsonObject(line))
      return { problem: `Non capisco «${shortenLine(line)}»: scrivi nome | logo | descrizione` }
    const [name = '', logo = '', ...description] = line.split('|').map((part) => part.trim())
    if (!name) return { problem: `Manca il nome del partner: ${shortenLine(line)}` }
    if (!LOGO.test(logo) && !LOGO_FILE.test(logo))
      return { problem: `Il logo di ${shortenLine(name)} è il nome di un’immagine, come «marchio»` }
    return { value: { name, logo, description: description.filter(Boolean).join(' | ') } }
  })
}

export function writePartners(partners: readonly PartnerTyped[]): string {
  return writeLines(partners.map(partnerAsTyped))
}

/** A teacher as typed: 'nome | una riga'. `about`: the text after the bar, or ''. */
export type TeacherTyped = { name: string; about: string }

/** Reads teachers, one per line: 'nome | una riga', 'nome – una riga', 'nome: una riga', or with a tab between. */
export function readTeachers(text: string): Reading<TeacherTyped>[] {
  return linesOf(text.replaceAll('\t', ' | ')).map((line) => {
    const [name = '', ...about] = partsOf(line).map((part) => part.trim())
    if (!name || LOOKS_LIKE_JSON.test(line))
      return { problem: `Manca il nome del docente: ${shortenLine(line)}` }
    return { value: { name, about: about.filter(Boolean).join(' | ') } }
  })
}

function partsOf(line: string): string[] {
  if (line.includes('|')) return line.split('|')
  const [, name, about] = /^(.+?)(?: - | ?[–—] | [–—]|: )(.+)$/u.exec(line) ?? []
  return name && about ? [name, about] : [line]
}

export function writeTeachers(teachers: readonly TeacherTyped[]): string {
  return teachers
    .map(({ name, about }) => (about || partsOf(name).length > 1 ? `${name} | ${about}`.trim() : name))
    .join('\n')
}

/** Reads a web address with http or https; null for an empty text. */
export function readLink(text: string): Reading<string | null> {
  // E-mail programs write '<https://…>'.
  const typed = text.trim().replace(/^<(.*)>$/s, '$1')
  if (typed === '') return { value: null }
  // A space shows where a long link was wrapped: the part before it would lead elsewhere.
  if (/\s/.test(typed))
    return { problem: `«${shortenLine(typed)}» contiene uno spazio: incolla l’indirizzo intero` }
  const link = URL.parse(typed)
  return link && /^https?:$/.test(link.protocol)
    ? { value: link.href }
    : { problem: `«${shortenLine(typed)}» non è un indirizzo: comincia con https://` }
}

/** Writes a partner in JSON as a typed line. An object that is no partner stays JSON, which `readPartners` refuses. */
function partnerFromJson({ name, logo, description, ...other }: Record<string, unknown>): string {
  const texts = [name, logo ?? '', description ?? ''].flatMap((part) =>
    typeof part === 'string' ? part : [],
  )
  const [nameText = '', logoText = '', descriptionText = ''] = texts
  if (texts.length < 3 || !nameText.trim() || Object.keys(other).length > 0)
    return JSON.stringify({ name, logo, description, ...other })
  return partnerAsTyped({ name: nameText, logo: logoText, description: descriptionText })
}

function isJsonObject(line: string): boolean {
  return line.startsWith('{') && fromJson(line, String) !== undefined
}

function partnerAsTyped({ name, logo, description }: PartnerTyped): string {
  const parts = [name.replaceAll('|', '/'), logo.replaceAll('|', '/'), description].map((part) =>
    part.replace(/\s+/g, ' ').trim(),
  )
  while (parts.at(-1) === '') parts.pop()
  const line = parts.join(' | ')
  // With a bar at its end the line is no JSON.
  return LOOKS_LIKE_JSON.test(line) ? `${line} |` : line
}
