import tlds from 'tlds'

const TOP_LEVEL_DOMAINS = new Set(tlds)
/**
 * Titles and first names that people write before a dot and a name without a space: 'Prof.De Luca', although 'de' is a
 * top-level domain.
 */
const TITLE_OR_FIRST_NAME =
  /^(?:prof|dott|dr|sig|avv|ing|rag|geom|arch|arc|on|don|suor|mons|cav|comm|gen|col|cap|ten|mar|not|per|gian|pier|ma)$/i
/** Titles before a particle or the ending of a title only, since other words make domains of them: 'dist.online'. */
const SHORTENED_TITLE =
  /^(?:amm|ill|rev|preg|egr|gent|spett|stim|dist|chiar|ecc|em|magg|serg|brig|isp|uff|sen|dir|pres|segr|sac|fr|sr|ssa|ra)$/i
const INITIAL = /^\p{L}$/u
/** Words that begin a surname: 'M.De Santis', in any case. */
const PARTICLE = /^(?:de|la|le|lo|li)$/i
/** Endings of shortened titles: 'Ill.mo', 'Amm.re', 'Rev.do'. */
const TITLE_ENDING = /^(?:mo|ma|re|ra|do|da|ssa|le)$/i
/** Words joined by dots, and a slash that follows. */
const DOTTED_WORDS = /([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(\/?)/gu

/**
 * Whether a mail program would turn a name into a link: 'example.org', 'ada@example.org', 'http://x'; not 'Gian.Luca',
 * nor a dot after an initial or a title: 'M.De Santis', 'Ill.mo'.
 */
export function looksLikeLink(name: string): boolean {
  if (/@|:\/\/|\bwww\./i.test(name)) return true
  return [...name.matchAll(DOTTED_WORDS)].some(([, dotted = '', slash]) => {
    const words = dotted.split('.')
    return words.some(
      (word, i) =>
        i > 0 && isTopLevelDomain(word) && (slash === '/' || !isShortened(words.slice(0, i), word)),
    )
  })
}

const isTopLevelDomain = (word: string) => TOP_LEVEL_DOMAINS.has(word.toLowerCase()) || /^xn--/i.test(word)

/** Whether the dot before `ending` shortens the last of the words before it, and all dots before that one do so too. */
function isShortened(words: string[], ending: string): boolean {
  const last = words.at(-1) ?? ''
  if (!words.every((word) => [TITLE_OR_FIRST_NAME, SHORTENED_TITLE, INITIAL].some((kind) => kind.test(word))))
    return false
  if (TITLE_OR_FIRST_NAME.test(last) || PARTICLE.test(ending)) return true
  return SHORTENED_TITLE.test(last) && TITLE_ENDING.test(ending)
}
