import { withA } from '../italian/articles'
import { capitalize } from '../italian/words'
import { siteSettings } from './settings'

/** Returns the cities of the offices, each once. */
export const officeCities = (): string[] => [...new Set(siteSettings().offices.map(({ city }) => city))]

/** The cities of the offices with the Italian preposition 'a': 'ad Ascoli Piceno', 'a Fermo'. */
export const inOfficeCities = (): string[] => officeCities().map(withA)

const COUNT_WORDS = ['nessuna', 'una', 'due', 'tre', 'quattro', 'cinque', 'sei']

/** The number of offices in words, in figures above six: 'Due sedi'. */
export function officeCountInWords(): string {
  const { length } = siteSettings().offices
  return `${capitalize(COUNT_WORDS[length] ?? String(length))} ${length === 1 ? 'sede' : 'sedi'}`
}
