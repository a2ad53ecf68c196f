import { dictionary } from '@zxcvbn-ts/language-common'
import { normalForm } from '../../parsing/text.rules'
import { siteSettings } from '../../site/settings'

/** Passwords that are tried first in Italy and that the list of leaked ones lacks, in lower case. */
const ITALIAN_FAVOURITES = `
0123456789 012345 01234567 987654321 87654321 654321 121212 456789 101010 232323 252525 qwertz abcdef abcabc p@ssword
admin1234 amministratore root123 guest123 login123 utente utente1 utente123 parola1 parolachiave parolasegreta
segreto1 segreta chiave accesso accesso1 benvenuto benvenuto1 benvenuta ciao123 ciao1234 ciaomamma ciaobella amore1
amore123 amoremio1 tiamo1 tiamo123 tiamotanto tesoro1 gioia1 cucciola principessa bellissima bellissimo fiorellino
pippo123 pippopippo pluto123 paperone juventus1 forzajuve juve1897 milan1899 forzamilan inter1908 forzainter
internazionale napoli1 forzanapoli asroma1927 roma1927 lazio1900 sampdoria italia123 italia90 italia06 valentino46
vale46 vespa125 cioccolato giulia1 matteo1 elisabetta
`
const COMMON_PASSWORDS = new Set([...dictionary['passwords-common'], ...ITALIAN_FAVOURITES.split(/\s+/)])

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
 * Returns an Italian sentence that tells why a password is easy to guess: it is common or one character repeated, or its
 * letters are nothing but words of this site. Null for any other password.
 */
export function whyGuessable(password: string): string | null {
  const typed = password.trim().toLowerCase()
  if (COMMON_PASSWORDS.has(typed) || /^(.)\1*$/u.test(typed))
    return 'Questa password è tra le prime che si provano a indovinare.'
  const letters = lettersOf(password)
  const isOnlySiteWords = letters !== '' && letters.replace(siteWordsPattern(), '') === ''
  return isOnlySiteWords ? 'È fatta soltanto di parole di questo sito.' : null
}
