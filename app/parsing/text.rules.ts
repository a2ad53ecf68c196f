/** Stream-safe text (UAX #15) has at most 30 marks in a row. */
const FURTHER_MARKS = /(\p{M}{30})\p{M}+/gu

/** `normalize` in linear time: sorting marks is quadratic, so marks beyond 30 are dropped. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(FURTHER_MARKS, '$1').normalize(form)
}

const JOINERS = ['\u200c', '\u200d']
const LAST_OF_LATIN = 0x24f

/** Joiners shape letters of other scripts and compose emoji; in Latin words they are only invisible. */
function isJoining(text: string, at: number): boolean {
  const neighbours = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)]
  return neighbours.every((code) => code > LAST_OF_LATIN && !/\p{Cf}/u.test(String.fromCharCode(code)))
}

/** Removes control and invisible characters, except joiners where they shape the text, and surplus spaces. */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replace(/\p{Cf}/gu, (mark, at, whole) => (JOINERS.includes(mark) && isJoining(whole, at) ? mark : ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Nothing that is too long is cut: the sentence says by how much. */
export function tooLong(most: number, length: number): string {
  return `Al massimo ${most} caratteri: ora sono ${length}`
}

/** UUIDs only: other text is an error in PostgreSQL. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
