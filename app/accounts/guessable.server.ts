import { dictionary } from '@zxcvbn-ts/language-common'
import { company } from '../content/company'

/** Passwords that were stolen elsewhere and published, the most used first: what attackers try before anything else. */
const STOLEN = new Set(dictionary['passwords-common'])

/** Words of this site, which whoever attacks it tries next (docs/security.md). Lower case, without accents. */
const HOUSE_WORDS = [
  ...company.name.split(' '),
  ...company.offices.flatMap(({ city }) => city.split(' ')),
  ...['admin', 'corso', 'corsi', 'formazione', 'iscrizione', 'password', 'scuola', 'segreteria'],
].map((word) => word.toLowerCase())
const HOUSE = new RegExp(HOUSE_WORDS.toSorted((a, b) => b.length - a.length).join('|'), 'g')

/** Why this password is among the first to be tried, as an Italian sentence; null when it is not. */
export function whyGuessable(password: string): string | null {
  const plain = password.toLowerCase()
  if (STOLEN.has(plain)) return 'È in un elenco di password rubate che tutti possono leggere.'
  const letters = plain.normalize('NFKD').replace(/\P{L}/gu, '')
  const ofTheHouse = letters !== '' && letters.replace(HOUSE, '') === ''
  return ofTheHouse ? 'È fatta soltanto di parole di questo sito.' : null
}
