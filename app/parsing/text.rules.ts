/** Stream-safe text (UAX #15) has at most 30 marks in a row. */
const FURTHER_MARKS = /(\p{M}{30})\p{M}+/gu

/** `normalize` in linear time: sorting marks is quadratic, so marks beyond 30 are dropped. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(FURTHER_MARKS, '$1').normalize(form)
}

/** Removes control and invisible characters and surplus spaces. */
export function tidy(text: string): string {
  return normalForm(text, 'NFC')
    .replace(/\p{Cf}/gu, '')
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
