import { dictionary } from '@zxcvbn-ts/language-common'
import { normalForm } from '../../parsing/text.rules'
import { siteSettings } from '../../site/settings'

/** Leaked passwords, most used first. */
const LEAKED_PASSWORDS = new Set(dictionary['passwords-common'])

/** Words of this site (docs/security.md). */
const siteWords = () => [
  ...siteSettings().company.name.split(' '),
  ...siteSettings().offices.flatMap(({ city }) => city.split(' ')),
  ...['admin', 'corso', 'corsi', 'formazione', 'iscrizione', 'password', 'scuola', 'segreteria'],
]

const lettersOf = (text: string) => normalForm(text, 'NFKD').replace(/\P{L}/gu, '').toLowerCase()
/** The least letters of a word of this site: shorter ones occur in too many passwords. */
const SITE_WORD_MIN = 3
const siteWordsPattern = () =>
  new RegExp(
    siteWords()
      .map(lettersOf)
      .filter(({ length }) => length >= SITE_WORD_MIN)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'g',
  )

/**
 * Returns an Italian sentence that tells why a password is easy to guess: it was leaked, or its letters are nothing but
 * words of this site. Null for any other password.
 */
export function whyGuessable(password: string): string | null {
  if (LEAKED_PASSWORDS.has(password.toLowerCase()))
    return 'È in un elenco di password rubate che tutti possono leggere.'
  const letters = lettersOf(password)
  const isOnlySiteWords = letters !== '' && letters.replace(siteWordsPattern(), '') === ''
  return isOnlySiteWords ? 'È fatta soltanto di parole di questo sito.' : null
}
