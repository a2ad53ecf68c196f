import tlds from 'tlds'

const TOP_LEVEL_DOMAINS = new Set(tlds)
/**
 * Titles and first names that people write before a dot and a name without a space, or shorten with a dot: 'Prof.De
 * Luca', 'Ill.mo', although 'de' and 'mo' are top-level domains.
 */
const TITLE_OR_FIRST_NAME =
  /^(?:prof|dott|dr|sig|avv|ing|rag|geom|arch|arc|on|don|suor|mons|cav|comm|gen|col|cap|ten|mar|not|per|gian|pier|ma|amm|ill|rev|preg|egr|gent|spett|stim|dist|chiar|ecc|em|magg|serg|brig|isp|uff|sen|dir|pres|segr|sac|fr|sr|ssa|ra)$/i
/** Words that begin a surname: 'M.De Santis', in any case. */
const PARTICLE = /^(?:de|la|le|lo|li)$/i
const CAPITALIZED = /^\p{Lu}\p{Ll}/u
/** Two words with a dot between them, and a slash that follows. The second word may be the first of the next match. */
const WORDS_AROUND_DOT = /([\p{L}\p{N}-]+)\.(?=(\p{L}[\p{L}\p{N}-]*)(\/?))/gu

/**
 * Whether a mail program would turn a name into a link: 'example.org', 'ada@example.org', 'http://x'; not 'Gian.Luca',
 * nor a dot after an initial or an abbreviation: 'M.De Santis', 'Ill.mo'.
 */
export function looksLikeLink(name: string): boolean {
  if (/@|:\/\/|\bwww\./i.test(name)) return true
  return [...name.matchAll(WORDS_AROUND_DOT)].some(
    ([, before = '', ending = '', slash]) =>
      (TOP_LEVEL_DOMAINS.has(ending.toLowerCase()) || /^xn--/i.test(ending)) &&
      (slash === '/' || !isAbbreviation(before, ending)),
  )
}

/** Whether the dot between two words shortens the first: a title, an initial, or a syllable as in 'Co.Mo'. */
function isAbbreviation(before: string, ending: string): boolean {
  if (TITLE_OR_FIRST_NAME.test(before)) return true
  if (before.length === 1) return PARTICLE.test(ending) || CAPITALIZED.test(ending)
  return [before, ending].every((word) => word.length === 2 && CAPITALIZED.test(word))
}
