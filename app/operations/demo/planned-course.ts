import type { Theme } from '../../content/themes'
import type { courses, Partner } from '../../database/schema'
import type { Terms } from '../../editions/terms.rules'
import { siteSettings } from '../../site/settings'
import type { DemoSession, PlannedSession } from './calendar'

/**
 * A demo course, invented, with its days. Prices in euros. `editionOf`: slug of another edition; `earlyBirdUntil`:
 * YYYY-MM-DD, null without an early bird price; `brochure`: whether a demo PDF is named by the slug of this course.
 */
export type DemoCourse = Pick<
  typeof courses.$inferSelect,
  | 'slug'
  | 'title'
  | 'earlyBirdUntil'
  | Exclude<keyof typeof COURSE_DEFAULTS, 'theme' | 'brochure' | 'sessions'>
> & {
  editionOf?: string
  theme: Theme | null
  brochure: boolean
  sessions: DemoSession[]
  terms?: Terms | undefined
}

/**
 * A demo course with days counted from today. `earlyBirdDays`: until the early bird price ends; `confirmDays`: until
 * `confirmBy` of its terms.
 */
export type PlannedCourse = Omit<DemoCourse, 'sessions' | 'earlyBirdUntil' | 'terms'> & {
  sessions: PlannedSession[]
  earlyBirdDays?: number
  minimum?: { minParticipants: number; confirmDays: number }
}

/** What a planned course has unless it says otherwise. */
export const COURSE_DEFAULTS = {
  shortDescription: null,
  description: null,
  modalita: null,
  tipoSessione: null,
  location: null,
  maxPartecipanti: null,
  price: null,
  priceEarlyBird: null,
  priceSingleModule: null,
  paymentInstallments: [],
  comingSoon: false,
  draft: false,
  duration: null,
  level: null,
  theme: null,
  teachers: [],
  afterApproval: null,
  lessonsUrl: null,
  destinatari: [],
  moduli: [],
  contenuti: [],
  metodologie: [],
  certificazione: [],
  contattiEmail: [siteSettings().company.email],
  motivi: [],
  partnerPromotori: [],
  brochure: true,
  sessions: [],
}

// The partners of the courses, with logos of content/partner-logos. All are invented.

export const UNIVERSITY_PARTNER: Partner = {
  name: 'Università Cattolica partner',
  logo: 'ateneo',
  description: 'Progetta il programma con i nostri docenti e rilascia l’attestato.',
}

export const FIRMS_PARTNER: Partner = {
  name: 'Rete Cento Torri',
  logo: 'torri',
  description: 'Porta in aula i casi delle imprese del territorio e ospita le visite in azienda.',
}

export const DISTANCE_PARTNER: Partner = {
  name: 'Consorzio Due Rive',
  logo: 'due-rive',
  description: 'Cura la piattaforma, le registrazioni e l’assistenza dei corsi a distanza.',
}

export const WORKSHOP_PARTNER: Partner = {
  name: 'Laboratorio Insieme',
  logo: 'cerchi',
  description: 'Conduce le simulazioni e affianca i gruppi di lavoro.',
}

/** The certificates that a course gives, in the words of its page. */
export const DIPLOMA_CERTIFICATE = 'Attestato di alta formazione rilasciato dall’Università Cattolica partner'
/** For courses too short for an examination. */
export const ATTENDANCE_CERTIFICATE = 'Attestato di frequenza rilasciato dall’Accademia'
export const SKILLS_CERTIFICATE = 'Certificazione delle competenze, riconosciuta a livello nazionale'

/** How one pays a course after the approval, in the words of the office (`afterApproval`). */
export const PAY_BY_TRANSFER =
  'Paga con bonifico, o in segreteria con la carta. La prima rata si versa prima dell’inizio.'
export const PAY_BY_CARD =
  'Puoi pagare anche con carta o PayPal dalla pagina delle lezioni, e cominciare subito dopo.'

/** Joins the paragraphs of a description by blank lines. */
export function joinParagraphs(...texts: string[]): string {
  return texts.join('\n\n')
}
