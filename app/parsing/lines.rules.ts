/** Reads and writes typed lists, one entry a line. No function throws. */

/** What a typed text means, or an error. */
export type Reading<T> = { value: T; problem?: never } | { value?: never; problem: string }

/** Most lines of a list: thousands would make parsing and pages slow. */
export const MOST_LINES = 200

/** Writes an object of JSON as the line that a person would type for it. */
type ObjectToLine = (object: Record<string, unknown>) => string

/**
 * Splits a text into tidied lines without blank ones, which keep their bullets and counters; `MOST_LINES` + 1 at most,
 * so that callers notice too many. A list in JSON gives the lines of its entries, an object in JSON the line that
 * `objectToLine` returns. Cells pasted from a spreadsheet lose their quotes.
 */
export function linesWithMarkers(text: string, objectToLine: ObjectToLine = JSON.stringify): string[] {
  const typed =
    fromJson(text, objectToLine) ??
    splitLines(unquoteCells(text)).flatMap((line) => fromJson(line, objectToLine) ?? line)
  const lines = typed.map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  return lines.filter(Boolean).slice(0, MOST_LINES + 1)
}

/**
 * Like `linesWithMarkers`, and removes the bullets and counters of a list. `ofNames`: a capital and a full stop are an
 * initial, no counter: 'A. Rossi', 'B. Bianchi'.
 */
export function linesOf(
  text: string,
  { objectToLine, ofNames = false }: { objectToLine?: ObjectToLine; ofNames?: boolean } = {},
): string[] {
  // Word writes some bullets as a letter of another font and a tab.
  return withoutMarkers(linesWithMarkers(text.replace(/^[^\S\n]*[o§üØ]\t/gmu, '• '), objectToLine), ofNames)
}

/** Undoes the quotes in which a spreadsheet writes a cell that contains line ends or quotes (these doubled). */
function unquoteCells(text: string): string {
  return text.replace(/^"((?:[^"]|"")*)"[^\S\n]*$/gm, (cell, inner: string) =>
    /[\n\r]|""/.test(inner) ? inner.replaceAll('""', '"') : cell,
  )
}

// A marker before '|' is the empty name of a line whose parts are separated by '|'.
const BULLET = /^(?:[•·●▪■□◦○‣⁃∙►▶➤➢✓✔❖◆★☐☑→\p{Co}]\s*|[-–—*](?:\s+(?![|\s])|(?=\p{L})))+/u
const COUNTER = /^\(?(\d{1,3}|[a-z]|[ivx]{2,5})[.)]\s+(?![|\s])/i
const ROMAN_NUMBERS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const INITIAL = /^[A-Z]\./
/** Most markers before a line, one after the other; a text with more is not a list. */
const MOST_MARKERS = 20

function withoutMarkers(lines: string[], ofNames: boolean): string[] {
  const removeMarkers = (marked: string[]) =>
    withoutCounters(
      marked.map((line) => line.replace(BULLET, '')),
      ofNames,
    )
  let [before, after] = [lines, removeMarkers(lines)]
  for (let round = 0; after.join('\n') !== before.join('\n'); round++) {
    if (round === MOST_MARKERS) return lines
    before = after
    after = removeMarkers(after)
  }
  return after.filter(Boolean)
}

/**
 * Removes counters that run in order from the first ('1.', '2.' … or 'a)', 'b)' … or 'I.', 'II.' …). Other numbers
 * belong to the text.
 */
function withoutCounters(lines: string[], ofNames: boolean): string[] {
  const counters = lines.flatMap((line) => COUNTER.exec(line)?.[1]?.toLowerCase() ?? [])
  const isNumbered = counters.length > 0 && counters.every((counter, i) => counter === String(i + 1))
  const isRoman = counters.length > 1 && counters.every((counter, i) => counter === ROMAN_NUMBERS[i])
  const isLettered =
    counters.length > 1 &&
    counters.every((counter, i) => counter === String.fromCharCode(97 + i)) &&
    !(ofNames && lines.some((line) => INITIAL.test(line)))
  return isNumbered || isRoman || isLettered ? lines.map((line) => line.replace(COUNTER, '')) : lines
}

/**
 * Writes lines that `linesOf` has read as the text of a field: one below the other, or as JSON if splitting that text
 * would change them.
 */
export function writeLines(lines: readonly string[]): string {
  const text = lines.join('\n')
  return linesWithMarkers(text).join('\n') === text ? text : JSON.stringify(lines)
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/

function splitLines(text: string): string[] {
  const lines = text.split(LINE_END).filter((line) => line.trim())
  return lines.slice(0, MOST_LINES + 1)
}

export const LOOKS_LIKE_JSON = /^\s*["[{]/

/**
 * Reads JSON as lines; undefined for other text. Entries of a list are not parsed again, since a failed parse is slow.
 */
function fromJson(text: string, objectToLine: ObjectToLine): string[] | undefined {
  if (!LOOKS_LIKE_JSON.test(text)) return undefined
  const entry = (value: unknown): string[] => {
    if (typeof value === 'string') return splitLines(value)
    if (Array.isArray(value)) return value.flatMap(entry)
    if (value === null) return []
    return [typeof value === 'object' ? objectToLine(value as Record<string, unknown>) : String(value)]
  }
  try {
    const value: unknown = JSON.parse(text)
    return (typeof value === 'string' ? fromJson(value, objectToLine) : undefined) ?? entry(value)
  } catch {
    // Not JSON, or nested too deeply.
    return undefined
  }
}

/** Whether a line is an object in JSON. */
export function isJsonObject(line: string): boolean {
  return line.startsWith('{') && fromJson(line, String) !== undefined
}

/** A typed line as an error names it: cut after 40 characters. */
export function shortenLine(text: string): string {
  const line = text.trim()
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
