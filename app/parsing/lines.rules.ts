/** Reads and writes typed lists, one entry a line. No function throws. */

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

export const LOOKS_LIKE_JSON = /^\s*["[{]/

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

/** Whether a line is an object in JSON. */
export function isJsonObject(line: string): boolean {
  return line.startsWith('{') && fromJson(line, String) !== undefined
}

/** A typed line as an error names it: cut after 40 characters. */
export function shortenLine(text: string): string {
  const line = text.trim()
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
