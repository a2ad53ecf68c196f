/** Files for spreadsheets as they are used in Italy: semicolons, a comma before the decimals, UTF-8 with its mark. */

/** What stands in a cell. Text is made harmless; a number keeps its meaning, with a comma before the decimals. */
export type Cell = string | number | null

const BYTE_ORDER_MARK = '\ufeff'

/** The most that a cell of a spreadsheet holds, in characters. */
export const CELL_LENGTH = 32_767

/** What makes a cell a formula, with the wide and small forms that some spreadsheets read alike. */
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const BEGINS_FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{C}"']*[${SIGNS}])`, 'u')
/**
 * The same behind a separator: a spreadsheet that is told, or guesses, another one splits the cell there. A stretch of
 * separators and of what is skipped is taken whole, for line ends are both: looking on from each would take n² steps.
 */
const STRETCH = new RegExp(`([\\s\\p{C}"';,]+)([${SIGNS}]?)`, 'gu')
const SEPARATOR = /[;,\t\n]/

const NEEDS_QUOTES = /["';,\t\n]|^\s|\s$/
const DECIMAL = /^\d+,\d+$/

/** One line of the file (RFC 4180), with its CRLF. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(';')}\r\n`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = inert(cell)
  return NEEDS_QUOTES.test(text) && !DECIMAL.test(text) ? quoted(text) : text
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** The text as a cell may hold it: no spreadsheet takes any part of it for a formula, and none cuts it. */
function inert(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n')
  const harmless = (BEGINS_FORMULA.test(plain) ? `'${plain}` : plain).replace(
    STRETCH,
    (all, stretch: string, sign: string) => (sign && SEPARATOR.test(stretch) ? `${stretch}'${sign}` : all),
  )
  return harmless.length > CELL_LENGTH ? `${harmless.slice(0, CELL_LENGTH - 1).toWellFormed()}…` : harmless
}

const clock = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** An instant as clocks in Italy show it: '21/11/2026 15:31', which Italian spreadsheets read as a date. */
export function instantCell(instant: Date): string {
  return clock.format(instant).replace(',', '')
}

/** A day: '2026-11-21' → '21/11/2026'. */
export function dayCell(day: string | null): string | null {
  return day?.split('-').reverse().join('/') ?? null
}

/** An amount: 1250 → '1250,00', which Italian spreadsheets read as a number. */
export function eurosCell(euros: number | null): string | null {
  return euros === null ? null : euros.toFixed(2).replace('.', ',')
}

/** Cells for people, or for programs: ISO 8601 dates and decimal points. */
export type CellFormat = {
  instant: (instant: Date) => string
  day: (day: string | null) => string | null
  euros: (euros: number | null) => string | null
}
const ITALIAN: CellFormat = { instant: instantCell, day: dayCell, euros: eurosCell }
const ISO: CellFormat = {
  instant: (instant) => instant.toISOString(),
  day: (day) => day,
  euros: (euros) => euros?.toFixed(2) ?? null,
}

/** The format that the address of an export asks for: `?formato=iso`. */
export const cellFormat = (url: URL): CellFormat =>
  url.searchParams.get('formato') === 'iso' ? ISO : ITALIAN

/**
 * A telephone number that stays text: without the plus sign of a formula ('+39 …' → '0039 …', which calls the same
 * number), and never digits alone, of which a spreadsheet would make a figure without its first zero.
 */
export function phoneCell(phone: string | null): string | null {
  return phone?.replace(/^\s*\+(?=\d)/, '00').replace(/^(3\d\d|\d{4})(?=\d+$)/, '$1 ') ?? null
}

/**
 * Answers with a file of these batches of rows. The first batch is read before anything is sent, so that what fails
 * can still be told; each further one when the browser has taken the one before. Whoever leaves ends the reading, and
 * a later fault breaks the download off: half a file never looks whole.
 */
export async function csvFile(
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<readonly (readonly Cell[])[]>,
): Promise<Response> {
  const bytes = new TextEncoder()
  // Quoted, for a file that begins with the letters ID is taken for one of another kind.
  const head = `${BYTE_ORDER_MARK}${columns.map(quoted).join(';')}\r\n`
  let next = await batches.next()
  const body = new ReadableStream<Uint8Array>(
    {
      start: (file) => file.enqueue(bytes.encode(head)),
      async pull(file) {
        if (next.done) return file.close()
        // The database reads on while these rows become text.
        const reading = batches.next()
        file.enqueue(bytes.encode(next.value.map(csvLine).join('')))
        next = await reading
      },
      cancel: () => void batches.return(undefined),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: csvHeaders(name) })
}

/** A reading that failed, with the sentence that tells the office so. */
export class Unreadable extends Error {}

/** The result of `work`, or an `Unreadable` with this sentence. */
export async function readOr<Result>(sentence: string, work: PromiseLike<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new Unreadable(sentence, { cause })
  }
}

export function csvHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  }
}
