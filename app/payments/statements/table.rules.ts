import { type CsvRow, tablesIn } from '../../parsing/csv.rules'
import { normalForm, tidy } from '../../parsing/text.rules'
import { LINE_TEXT_MOST, type SkippedLine, type StatementLine, skippedLine } from './rules'

/** Reads movements from a table with a row of headings: the CSV of Italian banks, or rows pasted from a spreadsheet. */

/** Known headings of each column, as `headingOf` normalises them; the preferred one first. */
const HEADINGS = {
  day: [
    'data contabile',
    'data operazione',
    'data registrazione',
    'data movimento',
    'data op',
    'data',
    'operazione',
  ],
  credit: ['avere', 'entrate', 'accrediti', 'accredito'],
  debit: ['dare', 'uscite', 'addebiti', 'addebito'],
  amount: ['importo', 'ammontare'],
  sign: ['segno'],
  text: [
    'descrizione completa',
    'descrizione operazione',
    'descrizione operazioni',
    'descrizione estesa',
    'causale descrizione operazione',
    'causale descrizione',
    'descrizione',
    'dettagli',
    'causale',
  ],
} as const
type Column = keyof typeof HEADINGS
/** The place of each column, from 0; -1 for a column that the table does not have. */
type Columns = { [Name in Column]: number }

/** Lines that are searched for the headings: banks write the account and the balance above them. */
const HEADING_LINES = 40
/** Most characters of a cell that are read as heading, day or amount. */
const LONGEST_CELL = 100
/** Most columns of a table that are read; banks have a dozen. */
const MOST_COLUMNS = 60

/** Normalises a heading: in small letters, without accents, signs and the name of the currency. */
function headingOf(cell: string): string {
  return normalForm(tidy(cell.slice(0, LONGEST_CELL)).toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\b(?:in )?(?:euro|eur)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Reads 15/03/2027, 15.03.27 or 2027-03-15 as '2027-03-15'; null for another text, or a day that does not exist. */
export function dayOfCell(cell: string): string | null {
  const text = cell.trim()
  const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? []
  const [iso] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? []
  if (!date && !iso) return null
  const day = iso ?? `${year?.padStart(4, '20')}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`
  const instant = new Date(`${day}T00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : null
}

type DecimalMark = ',' | '.'

/** The text of an amount without spaces, apostrophes between thousands and currency. */
const bareAmount = (cell: string) =>
  cell
    .slice(0, LONGEST_CELL)
    .replace(/[\s’']|€|EUR/g, '')
    .replace('−', '-')

/** Reads an amount as integer cents; null for an empty cell, NaN for a text that is not an amount with this mark. */
export function centsOfCell(cell: string, mark: DecimalMark): number | null {
  const amount = bareAmount(cell)
  if (amount === '') return null
  const isAmount =
    mark === ','
      ? /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/.test(amount)
      : /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(amount)
  if (!isAmount) return Number.NaN
  const thousands = mark === ',' ? '.' : ','
  return Math.round(Number(amount.replaceAll(thousands, '').replace(mark, '.')) * 100)
}

/**
 * The table of a statement: where its columns are, its decimal mark, and its rows. `format`: in words, for the page.
 */
export type StatementTable = { columns: Columns; mark: DecimalMark; rows: CsvRow[]; format: string }
type TableReading = { table: StatementTable; problem?: never } | { table?: never; problem: string }

const NO_HEADINGS =
  'Non trovo la riga dei titoli: servono la data, la descrizione e l’importo, oppure entrate e uscite'

/** Finds the table of a statement by its headings. A heading counts only if cells below it have the expected form. */
export function findTable(text: string): TableReading {
  // Some banks end lines with two returns.
  const plain = text.replace(/^\ufeff/, '').replace(/\r+\n/g, '\n')
  for (const found of tablesIn(plain, HEADING_LINES, hasHeadings)) {
    if (!found.rows) return found
    const [head, ...body] = found.rows
    const headings = (head?.cells ?? []).slice(0, MOST_COLUMNS).map(headingOf)
    const columns = columnsOf(headings, body)
    if (!columns) continue
    const { mark, problem } = decimalMark(body, columns)
    if (!mark) return { problem }
    return { table: { columns, mark, rows: body, format: formatInWords(headings, columns) } }
  }
  return { problem: NO_HEADINGS }
}

const hasOneOf = (headings: string[], column: Column) =>
  HEADINGS[column].some((heading) => headings.includes(heading))

function hasHeadings(cells: string[]): boolean {
  const headings = cells.map(headingOf)
  return (
    hasOneOf(headings, 'day') &&
    hasOneOf(headings, 'text') &&
    (hasOneOf(headings, 'amount') || hasOneOf(headings, 'credit'))
  )
}

/**
 * Finds the columns; undefined without a day, a text or an amount. A column counts if one of its cells has the expected
 * form.
 */
function columnsOf(headings: string[], body: CsvRow[]): Columns | undefined {
  const find = (column: Column, hasExpectedForm: (cell: string) => boolean) => {
    const places = HEADINGS[column].flatMap((name) =>
      headings.flatMap((heading, place) => (heading === name ? [place] : [])),
    )
    return places.find((place) => body.some(({ cells }) => hasExpectedForm(cells[place] ?? ''))) ?? -1
  }
  const isAmount = (cell: string) => /^[+-]?[\d.,]*\d$/.test(bareAmount(cell))
  const columns = {
    day: find('day', (cell) => dayOfCell(cell) !== null),
    text: find('text', (cell) => cell.trim() !== ''),
    amount: find('amount', isAmount),
    credit: find('credit', isAmount),
    debit: find('debit', isAmount),
    sign: find('sign', (cell) => /^[da+-]/i.test(cell.trim())),
  }
  const hasAmounts = columns.amount >= 0 || columns.credit >= 0 || columns.debit >= 0
  return columns.day >= 0 && columns.text >= 0 && hasAmounts ? columns : undefined
}

/** Names the headings that are used: '«Data», «Entrate», «Uscite», «Descrizione»'. */
const formatInWords = (headings: string[], { day, amount, credit, debit, text }: Columns) =>
  [day, ...(amount >= 0 ? [amount] : [credit, debit]), text]
    .filter((place) => place >= 0)
    .map((place) => `«${headings[place]}»`)
    .join(', ')

/**
 * Finds the decimal mark: the comma or point before one or two final digits. It is the same in the whole file, since
 * '1.490' alone is ambiguous. Two marks in one file are a problem; without any mark it is the comma.
 */
function decimalMark(
  body: CsvRow[],
  { amount, credit, debit }: Columns,
): { mark: DecimalMark; problem?: never } | { mark?: never; problem: string } {
  const places = [amount, credit, debit].filter((place) => place >= 0)
  const firstCellWith: Partial<Record<DecimalMark, { line: number; cell: string }>> = {}
  for (const { line, cells } of body)
    for (const place of places) {
      const cell = bareAmount(cells[place] ?? '')
      const [, mark] = /\d([.,])\d{1,2}$/.exec(cell) ?? []
      if (mark) firstCellWith[mark as DecimalMark] ??= { line, cell }
    }
  const { ',': comma, '.': point } = firstCellWith
  if (comma && point)
    return {
      problem: `Alcuni importi hanno la virgola e altri il punto: riga ${comma.line} «${comma.cell}», riga ${point.line} «${point.cell}»`,
    }
  return { mark: point ? '.' : ',' }
}

/** Amounts of this many cents, or more, do not fit into the column. */
const CENTS_LIMIT = 10_000_000_000

/** Reads a row as a movement, or as a skipped line with the reason; undefined for an empty row. */
export function readMovement(
  { line, cells }: CsvRow,
  { columns, mark }: StatementTable,
): StatementLine | SkippedLine | undefined {
  const filledCells = cells.map((cell) => cell.trim()).filter(Boolean)
  if (filledCells.length === 0) return undefined
  const cell = (place: number) => (place < 0 ? '' : (cells[place] ?? ''))
  const skip = (reason: string) =>
    skippedLine(line, reason, tidy(filledCells.join(' ').slice(0, LINE_TEXT_MOST)))
  const day = dayOfCell(cell(columns.day))
  if (!day) return skip('senza data: un saldo, un totale o un titolo')
  const cents = signedCents(
    { amount: cell(columns.amount), credit: cell(columns.credit), debit: cell(columns.debit) },
    mark,
  )
  if (cents === null || Number.isNaN(cents) || Math.abs(cents) >= CENTS_LIMIT)
    return skip('l’importo non si legge')
  // 'D' for 'Dare', or a minus.
  const isOutgoing = /^[d-]/i.test(cell(columns.sign).trim())
  const text = tidy(cell(columns.text).slice(0, LINE_TEXT_MOST))
  return { line, day, cents: isOutgoing ? -Math.abs(cents) : cents, text, bankReference: null }
}

/** Returns the cents of a row, negative for outgoing money; NaN if a cell is not an amount, null if all are empty. */
function signedCents(
  { amount, credit, debit }: Record<'amount' | 'credit' | 'debit', string>,
  mark: DecimalMark,
): number | null {
  const sum = centsOfCell(amount, mark)
  const [incoming, outgoing] = [centsOfCell(credit, mark), centsOfCell(debit, mark)]
  if (sum !== null) return sum
  if (incoming === null && outgoing === null) return null
  return (incoming ?? 0) - Math.abs(outgoing ?? 0)
}
