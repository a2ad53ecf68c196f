import { WITHOUT_DUES } from '../rules'

/** Most bytes of a statement file, or characters of a pasted one. */
export const STATEMENT_LIMIT = 2 * 1024 * 1024

/** Characters of a line's text that are stored; the rest is cut off. */
export const LINE_TEXT_MOST = 500

/**
 * A movement of a bank account. `line`: the line of the file, from 1; for CAMT.053 the place of the movement, because
 * an entry can have several. `day`: when the bank booked it, YYYY-MM-DD. `cents`: negative for outgoing money.
 * `bankReference`: the bank's identifier, null without one.
 */
export type StatementLine = {
  line: number
  day: string
  cents: number
  text: string
  bankReference: string | null
}

/** A line that is not a movement, or cannot be read. `reason`: in words, for the page. */
export type SkippedLine = { line: number; reason: string; text: string }

/**
 * What was read of a statement. `account`: the IBAN that it names; null if it names none. `format`: the recognised
 * format, in words; `lines`: in order of days. `problem`: a sentence that says why the statement cannot be read.
 */
export type StatementReading =
  | {
      statement: {
        format: string
        account: string | null
        lines: StatementLine[]
        skipped: SkippedLine[]
      }
      problem?: never
    }
  | { statement?: never; problem: string }

/** Compares two lines by day, then by their places in the statement. */
export const inOrderOfDays = (a: StatementLine, b: StatementLine) =>
  a.day.localeCompare(b.day) || a.line - b.line

/** A line with its `ordinal`: 1 for the first of several equal lines of a statement, 2 for the second, and so on. */
export type CountedLine = StatementLine & { ordinal: number }

/** A text that identifies a movement, also when another statement contains it again. */
export const lineKey = ({ day, cents, text, bankReference, ordinal }: Omit<CountedLine, 'line'>): string =>
  JSON.stringify([day, cents, bankReference ?? text.toUpperCase(), ordinal])

/** Gives each line its `ordinal` among the equal lines. */
export function addOrdinals(lines: readonly StatementLine[]): CountedLine[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const key = lineKey({ ...line, ordinal: 0 })
    const ordinal = (counts.get(key) ?? 0) + 1
    counts.set(key, ordinal)
    return { ...line, ordinal }
  })
}

/** Characters of a skipped line that the page shows. */
const SKIPPED_TEXT_MOST = 60

/** Makes a skipped line, whose text is cut off for the page. */
export const skippedLine = (line: number, reason: string, text: string): SkippedLine => ({
  line,
  reason,
  text: text.slice(0, SKIPPED_TEXT_MOST),
})

/**
 * Why no line of a statement is registered. `unknown-reference`: no enrolment with a seat has the reference;
 * `without-dues`: the enrolment has a seat with a price, but no dues; `future-day`: the line is of a later day than
 * today.
 */
export const STATEMENT_REFUSALS = {
  'unknown-reference':
    'Nessuna iscrizione in corso ha questa causale: se è finita, registra l’incasso dalla pagina della persona',
  'without-dues': WITHOUT_DUES,
  'future-day': 'Una riga ha una data che deve ancora venire',
} as const
export type StatementRefusal = keyof typeof STATEMENT_REFUSALS
