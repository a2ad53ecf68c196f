import { minutesInDay } from 'date-fns/constants'
import { withArticle } from '../../../italian/articles'
import { TIME_ZONE, writeDay } from '../../../italian/dates'
import { tablesIn } from '../../../parsing/csv.rules'
import { emailAddressesIn } from '../../../parsing/emails.rules'
import { normalForm, tidy } from '../../../parsing/text.rules'
import { decodeText, documentKind } from '../../../parsing/text-file.rules'
import type { RegisterLesson } from '../rules'
import { type Moment, readDuration, readMoment, twoFigures } from './moments.rules'

// Reads reports of who was in an online lesson: those of Zoom, Microsoft Teams and Google Meet, or written by hand.

/** Most characters of a report; that of a lesson of 100 people has half as many. */
const REPORT_LIMIT = 60_000

/** Most bytes of a file that is sent: more than a report may have, so that an Excel file or a PDF is recognised. */
export const REPORT_FILE_LIMIT = 8 * 1024 * 1024

/** Time zones that the office can choose for a report, with their names on the page. */
export const REPORT_ZONES = {
  [TIME_ZONE]: 'Italia',
  UTC: 'UTC',
  'Europe/London': 'Londra',
  'America/New_York': 'New York',
  'America/Los_Angeles': 'Los Angeles',
} as const
export type ReportZone = keyof typeof REPORT_ZONES

/** The time zone of a form field; null for a word that names none of `REPORT_ZONES`. */
export const reportZoneFrom = (word: unknown): ReportZone | null =>
  Object.hasOwn(REPORT_ZONES, String(word)) ? (String(word) as ReportZone) : null

/** A presence, in whole minutes of Italian time since 1970. Minutes that have begun count. */
export type TimeSpan = { from: number; to: number }

/**
 * A row of a report. `line`: its line in the text, from 1; `name`: '' if it has only an e-mail; `span`: null if the row
 * has no times; `minutes`: its duration, null if the row has none.
 */
export type ReportRow = {
  line: number
  name: string
  email: string | null
  span: TimeSpan | null
  minutes: number | null
}

/** `zone`: the zone of times without an offset, in words, '' for a report without times. */
export type Report = { rows: ReportRow[]; zone: string }
export type ReportReading = { report: Report; problems?: never } | { report?: never; problems: string[] }

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────

const UNREADABLE = {
  excel: 'È un file di Excel: aprilo e salvalo come CSV, oppure copia le righe e incollale qui sotto',
  pdf: 'È un PDF: scarica il report come CSV',
}
const NO_TEXT = 'Questo file non è un testo: scarica il report come CSV'
export const TOO_LONG = `Il report è troppo lungo: al massimo ${REPORT_LIMIT.toLocaleString('it-IT')} caratteri. Lascia solo le righe di questa lezione`

/** Decodes a file into text; `problem`: why it cannot be a report. */
export function decodeReport(bytes: Uint8Array): { text: string; problem?: never } | { problem: string } {
  const kind = documentKind(bytes)
  if (kind) return { problem: UNREADABLE[kind] }
  // Four bytes are the most that a character of UTF-8 takes.
  if (bytes.length > REPORT_LIMIT * 4) return { problem: TOO_LONG }
  return { text: decodeText(bytes) }
}

/** Why a text as a whole is no report; undefined if its rows can be read. */
function problemOfText(text: string): string | undefined {
  if (text.trim() === '') return 'Il report è vuoto'
  if (text.length > REPORT_LIMIT) return TOO_LONG
  if (text.includes('\0')) return NO_TEXT
  if (/^\s*<(?:!doctype|html|head|body|table|\?xml)/i.test(text.slice(0, 1000)))
    return 'È una pagina web: scarica il report come CSV, oppure copia le righe della tabella e incollale qui sotto'
  return undefined
}

// ── Columns ─────────────────────────────────────────────────────────────────────────────────────────

/** Known headings of each column, in the form that `headingOf` gives. */
const HEADINGS = {
  name: [
    ...['name', 'full name', 'user name', 'display name', 'participant', 'participant name'],
    ...['nome', 'nome completo', 'nome utente', 'nome visualizzato', 'nome e cognome', 'cognome e nome'],
    ...['partecipante', 'nome partecipante', 'nome del partecipante'],
  ],
  firstName: ['first name'],
  lastName: ['last name', 'surname', 'cognome'],
  email: [
    ...['email', 'mail', 'user email', 'email address', 'email utente', 'indirizzo email'],
    ...['posta elettronica', 'indirizzo di posta elettronica', 'email dell utente'],
  ],
  joined: [
    ...['join time', 'joined', 'joined at', 'time joined', 'first join', 'first join time', 'first joined'],
    ...['ora di ingresso', 'ora ingresso', 'ingresso', 'ora di accesso', 'accesso', 'ora di entrata'],
    ...['ora entrata', 'entrata', 'entra', 'primo accesso', 'primo ingresso', 'prima entrata'],
    ...['prima partecipazione', 'ora di partecipazione', 'ora partecipazione', 'ora di adesione'],
  ],
  left: [
    ...['leave time', 'left', 'left at', 'time left', 'time exited', 'exit time', 'last leave'],
    ...['last leave time', 'last left', 'ora di uscita', 'ora uscita', 'uscita', 'esce', 'ultima uscita'],
    ...['ora di abbandono', 'ora abbandono', 'ultimo abbandono'],
  ],
  minutes: [
    ...['duration', 'total duration', 'in meeting duration', 'meeting duration', 'time in call', 'minutes'],
    ...['durata', 'durata totale', 'durata nella riunione', 'durata riunione', 'durata in riunione'],
    ...['durata della riunione', 'durata partecipazione', 'durata della partecipazione', 'minuti'],
  ],
  waiting: ['in waiting room', 'in sala d attesa', 'in sala di attesa', 'sala d attesa'],
  /** Columns of a table about the meeting as a whole, in which an e-mail address is that of the host. */
  meeting: ['topic', 'argomento', 'meeting id', 'id riunione'],
} as const
type Column = keyof typeof HEADINGS
/**
 * The place of each column, from 0. `zone`: the offset from UTC that a heading names, '+01:00'; `isSummary`: a row has
 * all presences of a person, not a single one.
 */
type Columns = Partial<Record<Column, number>> & { zone?: string | undefined; isSummary: boolean }

const COLUMN_BY_HEADING = new Map(
  (Object.entries(HEADINGS) as [Column, readonly string[]][]).flatMap(([column, words]) =>
    words.map((word) => [word, column] as const),
  ),
)

/** Columns that are read of a table: no report has more. */
const MOST_COLUMNS = 40

/** Characters that are read of a cell: no heading, name, date or duration is longer. */
const LONGEST_CELL = 200

/** A heading in small letters, without accents, signs and what stands in brackets. */
const headingOf = (cell: string) =>
  normalForm(tidy(cell.slice(0, LONGEST_CELL)).toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .replace('e mail', 'email')
    .trim()

/** Finds the columns in a row of headings; undefined for a row that does not name people and their times or minutes. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const columns: Columns = { isSummary: false }
  const headings = cells.slice(0, MOST_COLUMNS).map(headingOf)
  for (const [i, heading] of headings.entries()) {
    const column = COLUMN_BY_HEADING.get(heading)
    if (column && columns[column] === undefined) columns[column] = i
  }
  const { name, firstName, lastName, email, joined, left, minutes, meeting } = columns
  const namesPeople =
    name !== undefined ||
    firstName !== undefined ||
    lastName !== undefined ||
    (email !== undefined && meeting === undefined)
  if (!namesPeople || (minutes === undefined && (joined === undefined || left === undefined)))
    return undefined
  columns.isSummary = joined === undefined || /^(first|prim)/.test(headings[joined] ?? '')
  columns.zone = cells.map((cell) => zoneIn(cell.slice(0, LONGEST_CELL))).find(Boolean)
  return columns
}

/** The offset from UTC that a heading names: 'Join time (UTC+01:00)' → '+01:00'; undefined if it names none. */
function zoneIn(heading: string): string | undefined {
  const [whole, sign = '+', hours = '0', minutes = '00'] =
    /\b(?:UTC|GMT)(?:\s?([+-])\s?(1[0-4]|0?\d)(?::?([0-5]\d))?)?/.exec(heading) ?? []
  return whole && `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** The title of a section in a report of Teams, which ends a table: '3. In-Meeting Activities'. */
const SECTION = /^\d{1,2}\. \p{L}/u

/** Lines in which the first headings are looked for; the summary that Teams puts above the participants has ten. */
const LAST_HEADING_LINE = 200

type Table = { columns: Columns; rows: { line: number; cells: string[] }[] }

/** Finds the tables of a report, each below a row of headings. Teams gives several: one by person, one by presence. */
function tablesOf(text: string): { tables: Table[]; problem?: string } {
  const [found] = tablesIn(text, LAST_HEADING_LINE, (cells) => columnsOf(cells) !== undefined)
  if (found?.problem) return { tables: [], problem: found.problem }
  const tables: Table[] = []
  let table: Table | undefined
  for (const row of found?.rows ?? []) {
    const filled = row.cells.filter((cell) => cell.trim() !== '')
    const columns = filled.length > 1 ? columnsOf(row.cells) : undefined
    if (columns) {
      table = { columns, rows: [] }
      tables.push(table)
    } else if (filled.length === 1 && SECTION.test(filled[0] ?? '')) table = undefined
    else if (filled.length > 0) table?.rows.push(row)
  }
  return { tables }
}

const NO_HEADING =
  'Non trovo la riga dei titoli: servono il nome o l’email, e l’entrata con l’uscita oppure i minuti'

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────

const MOST_PROBLEMS = 5

/** A row before its times are placed in a zone and its dates in an order. */
type RawRow = Omit<ReportRow, 'span'> & { joined: Moment | null; left: Moment | null }

/**
 * Reads a report. Dates such as 03/12/2026 are read as `isMonthFirst` decides. A report is refused if a row cannot be
 * read, or if no presence falls on a day of the lesson.
 * @param zone in which times without an offset of their own are read; null: the zone that the headings name, or Italian
 * time if they name none
 */
export function readReport(text: string, lesson: RegisterLesson, zone: ReportZone | null): ReportReading {
  const plain = text.replace(/^\ufeff/, '')
  const problem = problemOfText(plain)
  if (problem) return { problems: [problem] }
  const { tables, problem: unclosed } = tablesOf(plain)
  if (unclosed) return { problems: [unclosed] }
  const filled = tables.filter(({ rows }) => rows.length > 0)
  const table = filled.find(({ columns }) => !columns.isSummary) ?? filled[0]
  if (!table) return { problems: [tables.length > 0 ? 'Il report non ha righe' : NO_HEADING] }

  const problems: string[] = []
  const raw = table.rows.flatMap(({ line, cells }) => readRow(line, cells, table.columns, problems))
  if (problems.length > 0) return { problems: withoutFurtherProblems(problems) }
  if (raw.length === 0) return { problems: ['Il report non ha righe'] }
  const zoneOfTimes = zone ?? table.columns.zone ?? TIME_ZONE
  const how = { monthFirst: isMonthFirst(raw, lesson), zone: zoneOfTimes, day: lesson.startDate }
  const rows = raw.flatMap(({ joined, left, ...row }): ReportRow[] => {
    if (!joined || !left) return [{ ...row, span: null }]
    const [from, to] = [inItaly(joined, how), inItaly(left, how)]
    if (from === null || to === null) problems.push(`Riga ${row.line}: questa data non esiste`)
    else if (to < from) problems.push(`Riga ${row.line}: esce prima di entrare`)
    else return [{ ...row, span: { from: Math.floor(from), to: Math.ceil(to) } }]
    return []
  })
  if (problems.length > 0) return { problems: withoutFurtherProblems(problems) }
  const wrongDay = problemOfDay(rows, lesson)
  if (wrongDay) return { problems: [wrongDay] }
  const hasTimes = rows.some(({ span }) => span)
  return { report: { rows, zone: hasTimes ? zoneInWords(zoneOfTimes) : '' } }
}

function withoutFurtherProblems(problems: string[]): string[] {
  const more = problems.length - MOST_PROBLEMS
  if (more <= 0) return problems
  return [...problems.slice(0, MOST_PROBLEMS), `Altre righe che non si leggono: ${more}`]
}

/** Names a time zone or an offset for the office: 'Italia', 'UTC', 'UTC+01:00'. */
function zoneInWords(zone: string): string {
  const named = reportZoneFrom(zone)
  return named ? REPORT_ZONES[named] : zone === '+00:00' ? 'UTC' : `UTC${zone}`
}

const YES = /^(?:yes|s[iì]|true|1)$/i

/**
 * Reads a row, or adds to `problems` why it cannot be read. Rows without a name and an e-mail, and waiting rooms, give
 * nothing.
 */
function readRow(line: number, cells: string[], columns: Columns, problems: string[]): RawRow[] {
  const cell = (column: Column) => {
    const at = columns[column]
    return at === undefined ? '' : tidy((cells[at] ?? '').slice(0, LONGEST_CELL))
  }
  // 'Nome' beside 'Cognome' is the first name.
  const name = [cell('firstName'), cell('name'), cell('lastName')].filter(Boolean).join(' ')
  const [email = null] = emailAddressesIn(cell('email'))
  if (!name && !email) return []
  if (YES.test(cell('waiting'))) return []
  const [joined, left] = [readMoment(cell('joined')), readMoment(cell('left'))]
  const minutes = readDuration(cell('minutes'))
  const unreadable = [
    [cell('joined'), joined],
    [cell('left'), left],
    [cell('minutes'), minutes],
  ].flatMap(([text, read]) => (text !== '' && read === null ? `«${String(text).slice(0, 40)}»` : []))
  if (unreadable.length > 0) problems.push(`Riga ${line}: ${unreadable.join(', ')} non si legge`)
  else if (minutes === null && (!joined || !left))
    problems.push(`Riga ${line}: mancano l’entrata e l’uscita, o i minuti`)
  else return [{ line, name, email, minutes, joined, left }]
  return []
}

// ── Dates ───────────────────────────────────────────────────────────────────────────────────────────

type DateInFigures = { first: number; second: number; year: number }

/**
 * Whether dates in figures have the month first: the second number of one is above 12, and the first number of none, or
 * the dates are near the lesson in that order alone.
 */
function isMonthFirst(rows: readonly RawRow[], lesson: RegisterLesson): boolean {
  const dates = rows
    .flatMap(({ joined, left }) => [joined?.date, left?.date])
    .flatMap((date) => (date && typeof date !== 'string' ? date : []))
  if (dates.some(({ first }) => first > 12)) return false
  const isNear = (monthFirst: boolean) => dates.some((date) => isNearLesson(isoOf(date, monthFirst), lesson))
  return dates.some(({ second }) => second > 12) || (!isNear(false) && isNear(true))
}

const isoOf = ({ first, second, year }: DateInFigures, monthFirst: boolean) =>
  `${year}-${twoFigures(monthFirst ? first : second)}-${twoFigures(monthFirst ? second : first)}`

/** Midnight of a day, YYYY-MM-DD, in minutes of Italian time since 1970. */
export const startOfDay = (day: string) => Date.parse(`${day}T00:00Z`) / 60_000

/** Whether a date is a day of the lesson, or the day before or after it: in another time zone the date may differ. */
function isNearLesson(day: string, { startDate, endDate }: RegisterLesson): boolean {
  const at = startOfDay(day)
  return at >= startOfDay(startDate) - minutesInDay && at <= startOfDay(endDate) + minutesInDay
}

/** Says that no presence of a report falls on a day of the lesson; undefined if one does, or no row has times. */
function problemOfDay(
  rows: readonly ReportRow[],
  { startDate, endDate }: RegisterLesson,
): string | undefined {
  const spans = rows.flatMap(({ span }) => span ?? [])
  const [begin, end] = [startOfDay(startDate), startOfDay(endDate) + minutesInDay]
  const [first] = spans
  if (!first || spans.some(({ from, to }) => to > begin && from < end)) return undefined
  const day = new Date(first.from * 60_000).toISOString().slice(0, 10)
  return `Il report è ${withArticle('del', writeDay(day))}, la lezione è ${withArticle('del', writeDay(startDate))}`
}

// ── Zones ───────────────────────────────────────────────────────────────────────────────────────────

/**
 * A moment in minutes of Italian time since 1970, seconds as a fraction; null if its date does not exist. `day`:
 * YYYY-MM-DD, for a time without a date; `zone`: for a time without an offset.
 */
function inItaly(
  { date, minutes, offset }: Moment,
  { monthFirst, zone, day }: { monthFirst: boolean; zone: string; day: string },
): number | null {
  const written = typeof date === 'object' && date ? isoOf(date, monthFirst) : (date ?? day)
  const start = Date.parse(`${written}T00:00Z`)
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== written) return null
  const wall = start / 60_000 + minutes
  const instant = offset === null ? instantIn(zone, wall) : wall - offset
  return instant + offsetIn(TIME_ZONE, instant)
}

/**
 * The instant, in minutes since 1970 UTC, at which clocks of the zone show `wall`, minutes since 1970 of their own
 * time.
 */
function instantIn(zone: string, wall: number): number {
  // The first guess can be off by an hour near a change of the clocks.
  const near = wall - offsetIn(zone, wall)
  return wall - offsetIn(zone, near)
}

/** Formatters by time zone: making one takes long. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Minutes that clocks of the zone ('Europe/Rome', '+01:00') are ahead of UTC. `instant`: minutes since 1970 UTC. */
function offsetIn(zone: string, instant: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(zone, clock)
  const whole = Math.floor(instant)
  return Date.parse(`${clock.format(new Date(whole * 60_000)).replace(' ', 'T')}Z`) / 60_000 - whole
}

/** Writes minutes since midnight as a time: 545 → '9:05'. */
export const timeOf = (minutes: number) => `${Math.floor(minutes / 60)}:${twoFigures(minutes % 60)}`
