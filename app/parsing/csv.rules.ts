/** A row of a table in text. `line`: its first line, from 1. */
export type CsvRow = { line: number; cells: string[] }

const LINE_END = /\r\n|[\r\n]/g

/** Splits a text into lines. `start`: the index in the text at which a line begins. */
function linesWithPlace(text: string): { text: string; start: number }[] {
  const lines: { text: string; start: number }[] = []
  let start = 0
  for (const end of text.matchAll(LINE_END)) {
    lines.push({ text: text.slice(start, end.index), start })
    start = end.index + end[0].length
  }
  lines.push({ text: text.slice(start), start })
  return lines
}

/** Characters among which the headings of a table are looked for. */
const HEADING_CHARACTERS = 400_000

/**
 * Finds tables whose columns are separated by tabs, semicolons or commas: yields the rows from each of the first
 * `lineCount` lines on that is a row of headings. `problem`: a sentence, instead of the rows, if a quote is not closed.
 */
export function* tablesIn(
  text: string,
  lineCount: number,
  areHeadings: (cells: string[]) => boolean,
): Generator<{ rows: CsvRow[]; problem?: never } | { rows?: never; problem: string }> {
  const lines = linesWithPlace(text.slice(0, HEADING_CHARACTERS)).slice(0, lineCount)
  for (const [index, { text: line, start }] of lines.entries()) {
    const separator = ['\t', ';', ','].find((sign) => areHeadings(readCsv(line, sign).rows[0]?.cells ?? []))
    if (!separator) continue
    const { rows, openQuote } = readCsv(text.slice(start), separator, index + 1)
    yield openQuote === null ? { rows } : { problem: `Riga ${openQuote}: le virgolette non si chiudono` }
  }
}

/**
 * Reads CSV with a separator of one character. As in RFC 4180, a quoted cell may contain the separator, line ends, and
 * doubled quotes. Blank lines are rows of one empty cell.
 * @param firstLine the number of the first line of `text`
 * @returns `openQuote`: the line of a quote that is never closed; its row is the last
 */
function readCsv(
  text: string,
  separator: string,
  firstLine = 1,
): { rows: CsvRow[]; openQuote: number | null } {
  const rows: CsvRow[] = []
  let [line, at, openQuote] = [firstLine, 0, null as number | null]
  const cellEnd = new RegExp(`[\\r\\n${separator}]`, 'g')
  while (at <= text.length) {
    const row: CsvRow = { line, cells: [] }
    for (let isRowOpen = true; isRowOpen; ) {
      let cell = ''
      if (text[at] === '"') {
        const quoted = readQuoted(text, at)
        if (!quoted.isClosed) openQuote ??= line
        cell = quoted.cell
        line += cell.match(LINE_END)?.length ?? 0
        at = quoted.end
      }
      cellEnd.lastIndex = at
      const next = cellEnd.exec(text)?.index ?? text.length
      row.cells.push(cell + text.slice(at, next))
      isRowOpen = text[next] === separator
      at = next + (text.startsWith('\r\n', next) ? 2 : 1)
    }
    rows.push(row)
    line += 1
  }
  return { rows, openQuote }
}

/** Reads a quoted cell. `start`: index of its opening quote; `end`: index after the closing one. */
function readQuoted(text: string, start: number): { cell: string; end: number; isClosed: boolean } {
  const parts: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { cell: [...parts, text.slice(at)].join('"'), end: text.length, isClosed: false }
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') return { cell: parts.join('"'), end: quote + 1, isClosed: true }
    at = quote + 2
  }
}
