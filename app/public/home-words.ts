import type { Feature } from '../content/settings.rules'
import { withA } from '../italian/articles'
import { capitalize, listInWords } from '../italian/words'
import { inOfficeCities, officeCities, officeCountInWords } from '../site/offices'
import { siteSettings } from '../site/settings'
import { yearsToTell } from './years'

/** The texts of the home page that the office cannot change. 'Contatti' shows those of `contact` too. */
export const homeTexts = {
  hero: {
    toCourses: 'Scopri i corsi',
    toContacts: 'Contattaci',
  },
  courses: { title: 'I prossimi corsi', toAll: 'Tutti i corsi' },
  partnership: { toAbout: 'Chi siamo' },
  contact: {
    title: 'Parliamone',
    text: 'Dicci quale corso ti interessa: la segreteria ti risponde con date, costi e modalità.',
    phone: 'Telefono',
    email: 'Email',
    hours: 'Orari',
    now: 'Adesso',
    closed: 'Chiusure',
    reviews: 'Recensioni',
    toReviews: 'Leggi cosa dicono i corsisti',
  },
  faq: {
    title: 'Domande frequenti',
    text: 'Non trovi la risposta? Chiedila alla segreteria.',
    toContacts: 'Scrivi alla segreteria',
  },
  closing: { toCourses: 'Scopri i corsi' },
} as const

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
