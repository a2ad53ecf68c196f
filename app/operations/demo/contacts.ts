import type { ContactValues } from '../../contacts/rules'
import { COURSE_INTERESTS } from '../../content/interests'

/** A demo message. `note`: the note of the office, which makes the message handled. */
export type DemoContact = ContactValues & { hoursAgo: number; note?: string }

/** The demo messages, oldest first. */
export const demoContacts: DemoContact[] = [
  {
    fullName: 'Ornella Esposti',
    email: 'ornella.esposti@example.org',
    phone: '+39 000 0000101',
    company: 'Studio Esempio',
    courseInterest: COURSE_INTERESTS[1],
    message: 'Buongiorno, il corso si può seguire soltanto online? Siamo in tre dallo stesso studio.',
    hoursAgo: 170,
    note: 'Richiamata: si iscrivono in due.',
  },
  {
    fullName: 'Tiziano De Angelis',
    email: 'tiziano.deangelis@example.org',
    phone: '+39 000 0000102',
    courseInterest: COURSE_INTERESTS[4],
    message: 'Vorrei sapere se è prevista una seconda edizione in primavera.\n\nGrazie e buon lavoro!',
    hoursAgo: 51,
  },
  {
    fullName: 'Milena Fabbri',
    email: 'milena.fabbri@example.org',
    phone: '+39 000 0000103',
    company: 'Cooperativa Esempio',
    courseInterest: COURSE_INTERESTS[5],
    hoursAgo: 20,
  },
  {
    fullName: 'Sergio Conti',
    email: 'sergio.conti@example.org',
    phone: '+39 000 0000104',
    courseInterest: COURSE_INTERESTS[2],
    message: 'È possibile pagare a rate anche con la fattura intestata all’azienda?',
    hoursAgo: 3,
  },
]
