import { emailAddressesIn } from './emails.rules'
import { isJsonObject, LOOKS_LIKE_JSON, linesOf, type Reading, shortenLine, writeLines } from './lines.rules'
import { readAmount } from './numbers.rules'

/**
 * Reads typed lists whose entries have a form, such as instalments, e-mail addresses, partners and teachers; and a web
 * address. No function throws: what cannot be read becomes a problem.
 */

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
  return linesOf(text, { objectToLine: partnerFromJson }).map((line) => {
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
  return linesOf(withBars(text), { ofNames: true }).map((line) => {
    const [name = '', ...about] = partsOf(line).map((part) => part.trim())
    if (!name || LOOKS_LIKE_JSON.test(line))
      return { problem: `Manca il nome del docente: ${shortenLine(line)}` }
    return { value: { name, about: about.filter(Boolean).join(' | ') } }
  })
}

/** Writes bars for the tabs between cells, whose quotes are removed. A tab behind a bullet or counter stays. */
function withBars(text: string): string {
  const lines = text.split('\n').map((line) => {
    const marker = /^\s*(?:[^\p{L}\p{N}\s"]|[o§üØ]|\(?\w{1,3}[.)])\t/u.exec(line)?.[0] ?? ''
    const cells = line.slice(marker.length).split('\t')
    return marker + (cells.length > 1 ? cells.map(unquote).join(' | ') : cells.join(''))
  })
  return lines.join('\n')
}

/** The text of a cell in quotes, as spreadsheets and databases write it; a text without quotes as it is. */
function unquote(cell: string): string {
  const inner = /^\s*"(.*)"\s*$/.exec(cell)?.[1]
  return inner === undefined ? cell : inner.replaceAll('""', '"')
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
  // E-mail programs write '<https://…>'; the end of a sentence is no part of an address.
  const typed = text
    .trim()
    .replace(/^<(.*)>[.,;]*$/s, '$1')
    .replace(/(?<=[^.,;])[.,;]+$/, '')
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

function partnerAsTyped({ name, logo, description }: PartnerTyped): string {
  const parts = [name.replaceAll('|', '/'), logo.replaceAll('|', '/'), description].map((part) =>
    part.replace(/\s+/g, ' ').trim(),
  )
  while (parts.at(-1) === '') parts.pop()
  const line = parts.join(' | ')
  // With a bar at its end the line is no JSON.
  return LOOKS_LIKE_JSON.test(line) ? `${line} |` : line
}
