/**
 * The first options of 'Corso di interesse' in the contact form, in the prescribed words (docs/conformance.md). The
 * listed courses follow, then `ANOTHER_QUESTION`.
 */
export const COURSE_INTERESTS = [
  'Comunicazione Persuasiva e PNL Avanzata',
  'Controllo di Gestione per PMI',
  'Marketing Strategico e Vendite 4.0',
  "Digital Tools per l'Innovazione Aziendale",
  'Leadership & Team Empowerment',
  "Short Master in Management e Gestione d'Azienda",
] as const

/** The last option of 'Corso di interesse', for a message that is about no course. */
export const ANOTHER_QUESTION = 'Un’altra domanda'
