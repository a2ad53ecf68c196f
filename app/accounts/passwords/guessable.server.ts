import { dictionary } from '@zxcvbn-ts/language-common'
import { normalForm } from '../../parsing/text.rules'
import { siteSettings } from '../../site/settings'

/** Leaked passwords, most used first. */
const STOLEN = new Set(dictionary['passwords-common'])

/** Words of this site (docs/security.md). */
const houseWords = () => [
  ...siteSettings().company.name.split(' '),
  ...siteSettings().offices.flatMap(({ city }) => city.split(' ')),
  ...['admin', 'corso', 'corsi', 'formazione', 'iscrizione', 'password', 'scuola', 'segreteria'],
]

const lettersOf = (text: string) => normalForm(text, 'NFKD').replace(/\P{L}/gu, '').toLowerCase()
const SHORTEST = 3
const housePattern = () =>
  new RegExp(
    houseWords()
      .map(lettersOf)
      .filter(({ length }) => length >= SHORTEST)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'g',
  )

/**
 * Returns an Italian sentence that tells why a password is easy to guess: it was leaked, or consists of words of this
 * site. Null for any other password.
 */
export function whyGuessable(password: string): string | null {
  if (STOLEN.has(password.toLowerCase()))
    return 'È in un elenco di password rubate che tutti possono leggere.'
  const letters = lettersOf(password)
  const nothingElse = letters !== '' && letters.replace(housePattern(), '') === ''
  return nothingElse ? 'È fatta soltanto di parole di questo sito.' : null
}
