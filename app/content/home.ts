import { company, PARTNERSHIP, yearsOfExperience } from './company'

export type Feature = { title: string; text: string }

export const home = {
  meta: {
    title: company.tagline,
    description:
      'Corsi per professionisti e imprese ad Ascoli Piceno, a Fermo e online, con certificazioni riconosciute a livello nazionale.',
    keywords: [
      'corsi di formazione',
      'Ascoli Piceno',
      'Fermo',
      'corsi online',
      'certificazioni riconosciute',
    ],
  },
  hero: {
    /** Two lines. */
    title: ['Management, vendite e\u00a0digitale.', 'Si studiano nel Piceno, valgono in tutta Italia.'],
    lead: 'Corsi per professionisti e imprese ad Ascoli Piceno, a Fermo e online, con certificazioni riconosciute a livello nazionale.',
    toCourses: 'Scopri i corsi',
    toContacts: 'Contattaci',
  },
  courses: { title: 'I prossimi corsi', toAll: 'Tutti i corsi' },
  partnership: {
    title: 'Un’università alle spalle, un’aula vicino a casa',
    text: PARTNERSHIP,
    toAbout: 'Chi siamo',
  },
  benefits: [
    {
      title: 'Certificazioni riconosciute',
      text: 'La pagina di ogni corso dice che cosa rilascia: un attestato, anche dell’università partner, o una certificazione riconosciuta a livello nazionale.',
    },
    {
      title: 'Docenti esperti',
      text: 'Insegna chi fa questo mestiere ogni giorno, in azienda e in aula.',
    },
    {
      title: 'Materiale didattico completo',
      text: 'Dispense, esercizi e modelli da usare dal giorno dopo. Restano a te.',
    },
    {
      title: 'Formazione pratica',
      text: 'Casi veri, simulazioni e un progetto sulla tua realtà di lavoro.',
    },
  ] satisfies Feature[],
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

/** `today`: YYYY-MM-DD. */
export function proofs(today: string): Feature[] {
  return [
    {
      title: 'Due sedi e online',
      text: 'In aula ad Ascoli Piceno e a Fermo, in diretta o in e-learning da casa',
    },
    {
      title: 'Certificazioni riconosciute',
      text: 'Nominali e valide a livello nazionale, nei corsi che le prevedono',
    },
    {
      title: `Oltre ${yearsOfExperience(today)}\u00a0anni`,
      text: `Formiamo professionisti e imprese del territorio dal ${company.founded}`,
    },
  ]
}

/** `month`: Italian name of the month of the next course. */
export function closingTitle(month: string | null): string {
  if (!month) return 'Scegli il corso da cui cominciare'
  return `Il prossimo corso comincia ${month.startsWith('a') ? 'ad' : 'a'} ${month}`
}
