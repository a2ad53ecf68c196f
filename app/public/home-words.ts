import type { Feature } from '../content/settings.rules'
import { withA } from '../italian/articles'
import { capitalize, listInWords } from '../italian/words'
import { inOfficeCities, officeCities, officeCountInWords } from '../site/offices'
import { siteSettings } from '../site/settings'
import { yearsToTell } from './years'

/** What the home page and 'Contatti' say above the contact form. */
export const CONTACT_INVITATION =
  'Dicci quale corso ti interessa: la segreteria ti risponde con date, costi e modalità.'

/** Description and keywords of the home page for search engines. */
export const homeMeta = () => ({
  description: `Corsi per professionisti e imprese ${listInWords([...inOfficeCities(), 'online'])}, con certificazioni riconosciute a livello nazionale.`,
  keywords: ['corsi di formazione', ...officeCities(), 'corsi online', 'certificazioni riconosciute'],
})

/** The reasons to choose the school that the home page names. `today`: YYYY-MM-DD. */
export function reasonsToChoose(today: string): Feature[] {
  const years = yearsToTell(today)
  const since = `dal ${siteSettings().company.founded}`
  return [
    {
      title: `${officeCountInWords()} e online`,
      text: `In aula ${listInWords(inOfficeCities())}, in diretta o in e-learning`,
    },
    {
      title: 'Certificazioni riconosciute',
      text: 'Nominali e valide a livello nazionale, nei corsi che le prevedono',
    },
    {
      title: years ? `Oltre ${years}\u00a0anni` : capitalize(since),
      text: `Formiamo professionisti e imprese del territorio${years ? ` ${since}` : ''}`,
    },
  ]
}

/**
 * The title of the last section. `month`: the Italian name of the month in which the next course begins, null without
 * one.
 */
export function closingTitle(month: string | null): string {
  if (!month) return 'Scegli il corso da cui cominciare'
  return `Il prossimo corso comincia ${withA(month)}`
}
