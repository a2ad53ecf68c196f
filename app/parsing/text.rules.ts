/** Text in a normal form of Unicode. A file of its own: the public pages need nothing else of this folder. */

/** Stream-safe text (UAX #15) has at most 30 marks in a row. */
const FURTHER_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * `text.normalize(form)` in linear time. The engine sorts the marks of one letter in the square of their number, so
 * those beyond 30 are left out.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(FURTHER_MARKS, '$1').normalize(form)
}
