import { withA } from '../italian/articles'
import { countInWords } from '../italian/numbers'
import { capitalize } from '../italian/words'
import { siteSettings } from './settings'

/** Returns the cities of the offices, each once. */
export const officeCities = (): string[] => [...new Set(siteSettings().offices.map(({ city }) => city))]

/** The cities of the offices with the Italian preposition 'a': 'ad Ascoli Piceno', 'a Fermo'. */
export const inOfficeCities = (): string[] => officeCities().map(withA)

/** The number of offices in words: 'Due sedi'. */
export const officeCountInWords = () =>
  capitalize(countInWords(siteSettings().offices.length, 'una sede', 'sedi'))
