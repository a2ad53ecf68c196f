import tlds from 'tlds'

const TOP_LEVEL_DOMAINS = new Set(tlds)
/**
 * Titles and first names that people write before a dot and a name without a space: 'Prof.De Luca', although 'de' is a
 * top-level domain.
 */
const TITLE_OR_FIRST_NAME =
  /^(?:prof|dott|dr|sig|avv|ing|rag|geom|arch|arc|on|don|suor|mons|cav|comm|gen|col|cap|ten|mar|not|per|gian|pier|ma)$/i
/** Two words with a dot between them, and the sign that follows. */
const WORDS_AROUND_DOT = /([\p{L}\p{N}-]+)\.(\p{L}[\p{L}\p{N}-]*)(?=([/:.]?))/gu

/**
 * Whether a mail program would turn a name into a link: 'example.org', 'ada@example.org', 'http://x'; not 'Gian.Luca'.
 */
export function looksLikeLink(name: string): boolean {
  if (/@|:\/\/|\bwww\./i.test(name)) return true
  return [...name.matchAll(WORDS_AROUND_DOT)].some(
    ([, before = '', ending = '', after]) =>
      (TOP_LEVEL_DOMAINS.has(ending.toLowerCase()) || /^xn--/i.test(ending)) &&
      (after === '/' || !TITLE_OR_FIRST_NAME.test(before)),
  )
}
