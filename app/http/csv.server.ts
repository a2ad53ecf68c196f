import { formatDate, writeDay } from '../italian/dates'

// Writes CSV for Italian spreadsheets: semicolons, decimal commas, UTF-8 with a byte order mark.

/**
 * `figure`: a number that is already formatted. Unlike a text it may begin with a minus, as it is not taken for a
 * formula.
 */
export type Cell = string | number | { figure: string } | null

/** At the beginning of a file it makes spreadsheets read UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Most characters of a cell. */
export const CELL_LENGTH = 32_767

/** Characters that start a formula, with the full-width forms that some spreadsheets accept. */
const FORMULA_SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const STARTS_FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{C}"']*[${FORMULA_SIGNS}])`, 'u')
/**
 * A formula sign after a separator, where a spreadsheet with another separator would split the cell. The pattern takes
 * a run of separators whole, since starting at every separator takes quadratic time.
 */
const AFTER_SEPARATORS = new RegExp(`([\\s\\p{C}"';,]+)([${FORMULA_SIGNS}]?)`, 'gu')
const SEPARATOR = /[;,\t\n]/

const NEEDS_QUOTES = /["';,\t\n]|^\s|\s$/
/** A sum as `writeEuros` writes it. It is not quoted in spite of its comma, so that spreadsheets read a number. */
const DECIMAL = /^\d+,\d+$/

/** Writes a row as a line of CSV (RFC 4180), with CR LF at the end. */
export function writeLine(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(';')}\r\n`
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.figure
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = withoutFormulas(cell)
  return NEEDS_QUOTES.test(text) && !DECIMAL.test(text) ? quote(text) : text
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Defuses formulas with an apostrophe, and cuts the text to the length of a cell. */
function withoutFormulas(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n')
  const harmless = (STARTS_FORMULA.test(plain) ? `'${plain}` : plain).replace(
    AFTER_SEPARATORS,
    (match, separators: string, sign: string) =>
      sign && SEPARATOR.test(separators) ? `${separators}'${sign}` : match,
  )
  return harmless.length > CELL_LENGTH ? `${harmless.slice(0, CELL_LENGTH - 1).toWellFormed()}…` : harmless
}

/** 1250 → '1250,00' */
export function writeEuros(euros: number | null): string | null {
  return euros === null ? null : euros.toFixed(2).replace('.', ',')
}

/** How values are written: for people, or for programs (ISO 8601 dates, decimal points). */
export type CellFormat = {
  instant: (instant: Date) => string
  day: (day: string | null) => string | null
  euros: (euros: number | null) => string | null
}
const ITALIAN: CellFormat = {
  instant: (instant) => formatDate(instant, 'dd/MM/yyyy HH:mm'),
  day: (day) => day && writeDay(day),
  euros: writeEuros,
}
const ISO: CellFormat = {
  instant: (instant) => instant.toISOString(),
  day: (day) => day,
  euros: (euros) => euros?.toFixed(2) ?? null,
}

/** Returns the format that an address asks for: that for programs with `?formato=iso`, else the Italian one. */
export function findCellFormat(url: URL): CellFormat {
  return url.searchParams.get('formato') === 'iso' ? ISO : ITALIAN
}

/**
 * Writes a phone number so that it stays a text: '+39 …' → '0039 …' is not a formula, and a space keeps leading zeros.
 */
export function writePhone(phone: string | null): string | null {
  return phone?.replace(/^\s*\+(?=\d)/, '00').replace(/^(3\d\d|\d{4})(?=\d+$)/, '$1 ') ?? null
}

/**
 * Streams batches of rows as a file. The first batch is read before the response starts, so its errors can be shown; a
 * later error aborts the download. A client that disconnects ends the reading.
 */
export async function respondWithCsv(
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<readonly (readonly Cell[])[]>,
): Promise<Response> {
  const bytes = new TextEncoder()
  // Quoted: spreadsheets take a file that starts with ID for a SYLK file.
  const head = `${BYTE_ORDER_MARK}${columns.map(quote).join(';')}\r\n`
  let batch = await batches.next()
  const body = new ReadableStream<Uint8Array>(
    {
      start: (file) => file.enqueue(bytes.encode(head)),
      async pull(file) {
        if (batch.done) return file.close()
        const nextBatch = batches.next()
        file.enqueue(bytes.encode(batch.value.map(writeLine).join('')))
        batch = await nextBatch
      },
      cancel: () => void batches.return(undefined),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: csvHeaders(name) })
}

export function csvHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  }
}
