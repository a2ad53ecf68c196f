import { COURSE_DEFAULTS, joinParagraphs, type PlannedCourse } from './planned-course'

/** The demo courses 'In Arrivo', each with less detail than the one before. */
export const COMING_COURSES: PlannedCourse[] = [
  {
    ...COURSE_DEFAULTS,
    comingSoon: true,
    slug: 'intelligenza-artificiale-per-gli-uffici',
    title: 'Intelligenza Artificiale per gli Uffici',
    theme: 'intelligenza-artificiale',
    shortDescription: 'Strumenti, limiti e regole per usarla bene ogni giorno.',
    description: joinParagraphs(
      'Un corso breve per chi lavora in ufficio e vuole capire che cosa si può affidare a questi strumenti, che cosa va controllato e che cosa non va mai scritto in una finestra di chat.',
      'Il programma è in preparazione con l’università partner. La data è indicativa.',
    ),
    modalita: 'Online',
    tipoSessione: 'Diretta',
    location: 'Online',
    moduli: ['Che cosa sanno fare', 'Che cosa sbagliano', 'Regole e riservatezza'],
    brochure: false,
    sessions: [{ inDays: 174, weekday: 'friday' }],
  },
  {
    ...COURSE_DEFAULTS,
    comingSoon: true,
    slug: 'export-e-mercati-esteri-per-le-pmi',
    title: 'Export e Mercati Esteri per le PMI',
    theme: 'export-e-mercati-esteri',
    shortDescription: 'Dal primo contatto alla consegna: vendere all’estero senza improvvisare.',
    description:
      'Scelta del mercato, contratti, dogane, pagamenti: un percorso per le imprese che esportano poco o per la prima volta. Stiamo scegliendo i docenti e le date.',
    location: 'Fermo',
    brochure: false,
  },
  {
    ...COURSE_DEFAULTS,
    comingSoon: true,
    slug: 'bilancio-sociale-e-sostenibilita',
    title: 'Bilancio Sociale e Sostenibilità',
    theme: 'sostenibilita',
    shortDescription: 'Misurare e raccontare ciò che l’impresa restituisce.',
    brochure: false,
  },
]
