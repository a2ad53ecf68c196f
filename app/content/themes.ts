/**
 * The names of the themes of courses. The keys are used in addresses, in the search index and in
 * `ui/artwork/buildings.ts`.
 */
export const THEMES = {
  'marketing-e-vendite': 'Marketing e vendite',
  comunicazione: 'Comunicazione',
  'parlare-in-pubblico': 'Parlare in pubblico',
  leadership: 'Leadership',
  'risorse-umane': 'Risorse umane',
  'management-d-impresa': 'Management d’impresa',
  'controllo-di-gestione': 'Controllo di gestione',
  'bilancio-e-contabilita': 'Bilancio e contabilità',
  'fisco-e-documenti': 'Fisco e documenti',
  'gestione-dei-progetti': 'Gestione dei progetti',
  'tempo-e-priorita': 'Tempo e priorità',
  'strumenti-digitali': 'Strumenti digitali',
  'sicurezza-informatica': 'Sicurezza informatica',
  'intelligenza-artificiale': 'Intelligenza artificiale',
  'export-e-mercati-esteri': 'Export e mercati esteri',
  sostenibilita: 'Sostenibilità',
} as const
export type Theme = keyof typeof THEMES

const namesByKey = new Map<string, string>(Object.entries(THEMES))

/** The name of a theme; undefined for an unknown key. */
export const themeName = (key: string | null) => namesByKey.get(key ?? '')
