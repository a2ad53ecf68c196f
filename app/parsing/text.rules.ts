/** Stream-safe text (UAX #15) has at most 30 marks in a row. */
const FURTHER_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * `text.normalize(form)` in linear time. The engine sorts the marks of one letter in the square of their number, so
 * those beyond 30 are left out.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(FURTHER_MARKS, '$1').normalize(form)
}

/** One line as people mean it: without control or invisible characters, doubled spaces, or spaces at its ends. */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Is this text a UUID? Other texts must not reach a column of that type. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
