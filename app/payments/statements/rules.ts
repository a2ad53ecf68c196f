/** Bytes of a statement, as a file or pasted. */
export const STATEMENT_LIMIT = 2 * 1024 * 1024

/** Characters of a line's text that are kept. */
export const LINE_TEXT_MOST = 500

/**
 * A movement of a bank account. `line`: of the file, from 1; of an entry of CAMT.053 its place. `day`: YYYY-MM-DD, when the bank
 * booked it. `cents`: negative if the money went out. `bankReference`: by which the bank knows it.
 */
export type StatementLine = {
  line: number
  day: string
  cents: number
  text: string
  bankReference: string | null
}

/** A line that is no movement, or cannot be read. */
export type SkippedLine = { line: number; reason: string; text: string }

/** `account`: the IBAN that the statement names; null if it names none. `format`: how it was read, in words. */
type Statement = {
  format: string
  account: string | null
  lines: StatementLine[]
  skipped: SkippedLine[]
}

export type StatementReading =
  | { statement: Statement; problem?: never }
  | { statement?: never; problem: string }

/** A statement line as it is stored: `ordinal` counts lines of a statement that are alike. */
export type CountedLine = StatementLine & { ordinal: number }

/** By which a movement is known in every statement that holds it. */
export const keyOf = ({ day, cents, text, bankReference, ordinal }: Omit<CountedLine, 'line'>): string =>
  JSON.stringify([day, cents, bankReference ?? text.toUpperCase(), ordinal])

/** Numbers the lines that are alike. */
export function countAlike(lines: readonly StatementLine[]): CountedLine[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const key = keyOf({ ...line, ordinal: 0 })
    const ordinal = (counts.get(key) ?? 0) + 1
    counts.set(key, ordinal)
    return { ...line, ordinal }
  })
}

/** What a page shows of a line that was skipped. */
const SKIPPED_TEXT_MOST = 60

export const skippedLine = (line: number, reason: string, text: string): SkippedLine => ({
  line,
  reason,
  text: text.slice(0, SKIPPED_TEXT_MOST),
})
