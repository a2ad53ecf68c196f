/**
 * The fixed options of 'Corso di interesse' in the contact form, to the letter; listed courses and the last option
 * follow.
 */
export const COURSE_INTERESTS = [
  'Comunicazione Persuasiva e PNL Avanzata',
  'Controllo di Gestione per PMI',
  'Marketing Strategico e Vendite 4.0',
  "Digital Tools per l'Innovazione Aziendale",
  'Leadership & Team Empowerment',
  "Short Master in Management e Gestione d'Azienda",
] as const

/** The last option of the form, for whoever asks about no course. */
export const ANOTHER_QUESTION = 'Un’altra domanda'
