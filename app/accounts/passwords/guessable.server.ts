import { dictionary } from '@zxcvbn-ts/language-common'
import { company } from '../../content/company'
import { normalForm } from '../../parsing/text.rules'

/** Leaked passwords, most used first. */
const STOLEN = new Set(dictionary['passwords-common'])

/** Words of this site (docs/security.md). */
const HOUSE_WORDS = [
  ...company.name.split(' '),
  ...company.officeLocations.flatMap(({ city }) => city.split(' ')),
  ...['admin', 'corso', 'corsi', 'formazione', 'iscrizione', 'password', 'scuola', 'segreteria'],
]

const lettersOf = (text: string) => normalForm(text, 'NFKD').replace(/\P{L}/gu, '').toLowerCase()
const SHORTEST = 3
const HOUSE = new RegExp(
  HOUSE_WORDS.map(lettersOf)
    .filter(({ length }) => length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** An Italian sentence, or null. */
export function whyGuessable(password: string): string | null {
  if (STOLEN.has(password.toLowerCase()))
    return 'È in un elenco di password rubate che tutti possono leggere.'
  const letters = lettersOf(password)
  const nothingElse = letters !== '' && letters.replace(HOUSE, '') === ''
  return nothingElse ? 'È fatta soltanto di parole di questo sito.' : null
}
