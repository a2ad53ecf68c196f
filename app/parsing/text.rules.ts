/** Thirty combining marks, as many as stream-safe text has in a row (UAX #15), and the marks beyond them. */
const LONG_MARKS = /(\p{M}{30})\p{M}+/gu

/** Normalises a text in linear time: marks beyond 30 in a row are dropped, since sorting them is quadratic. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_MARKS, '$1').normalize(form)
}

const JOINERS = ['\u200c', '\u200d']
/** The last code point of Latin letters (Latin Extended-B). */
const LAST_LATIN_LETTER = 0x24f

/** Whether a joiner shapes the text, as in other scripts and in emoji. Between Latin letters it is only invisible. */
function isJoining(text: string, at: number): boolean {
  const neighbours = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)]
  return neighbours.every((code) => code > LAST_LATIN_LETTER && !/\p{Cf}/u.test(String.fromCharCode(code)))
}

/**
 * Makes one line of a text: line breaks, control characters and spaces in a row become one space, and invisible
 * characters go, except joiners where they shape the text.
 */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replace(/\p{Cf}/gu, (mark, at, whole) => (JOINERS.includes(mark) && isJoining(whole, at) ? mark : ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** The error of a field whose text is too long: a form refuses such a text, it does not cut it. */
export function tooLong(most: number, length: number): string {
  return `Al massimo ${most} caratteri: ora sono ${length}`
}

/** Whether a text is a UUID. Any other text would be an error in PostgreSQL. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
