import { withA } from '../italian/articles'
import { capitalize } from '../italian/words'
import { siteSettings } from './settings'

/** The cities of the offices. */
export const officeCities = (): string[] => [...new Set(siteSettings().offices.map(({ city }) => city))]

/** 'ad Ascoli Piceno', 'a Fermo' */
export const inOfficeCities = (): string[] => officeCities().map(withA)

const COUNTS = ['nessuna', 'una', 'due', 'tre', 'quattro', 'cinque', 'sei']

/** 'Due sedi' */
export function officesCounted(): string {
  const { length } = siteSettings().offices
  return `${capitalize(COUNTS[length] ?? String(length))} ${length === 1 ? 'sede' : 'sedi'}`
}
