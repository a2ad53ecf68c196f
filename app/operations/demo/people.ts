import { DEMO_ACCOUNTS } from './accounts'

/** A sentence shown where demo data could be taken for real. */
export const DEMO_NOTE =
  'Dati dimostrativi: persone, aziende e iscrizioni sono inventate, ogni somiglianza è casuale.'

export type DemoPerson = {
  firstName: string
  lastName: string
  email: string
  company?: string
  phone?: string
}

function person(
  firstName: string,
  lastName: string,
  contact: { company?: string; phone?: string } = {},
): DemoPerson {
  return { firstName, lastName, email: `${firstName}.${lastName}@example.org`.toLowerCase(), ...contact }
}

const { firstName, lastName, email } = DEMO_ACCOUNTS.member

/** Invented people, by a key of the demo data. Giulia is the member of `DEMO_ACCOUNTS`, who can sign in. */
export const DEMO_PEOPLE = {
  giulia: { firstName, lastName, email } as DemoPerson,
  marco: person('Marco', 'Bianchi', { company: 'Calzaturificio Esempio', phone: '+39 000 0000001' }),
  elena: person('Elena', 'Marchetti', { phone: '+39 000 0000002' }),
  paolo: person('Paolo', 'Ferri', { company: 'Studio Dimostrativo', phone: '+39 000 0000003' }),
  luca: person('Luca', 'Moretti', { company: 'Officine Esempio' }),
  sara: person('Sara', 'Galli'),
  andrea: person('Andrea', 'Romani', { company: 'Officine Esempio', phone: '+39 000 0000004' }),
  chiara: person('Chiara', 'Fabbri', { phone: '+39 000 0000005' }),
  davide: person('Davide', 'Costantini', { company: 'Cantina dell’Esempio', phone: '+39 000 0000006' }),
  francesca: person('Francesca', 'Leoni', { company: 'Cooperativa Esempio' }),
  matteo: person('Matteo', 'Vitali'),
  valentina: person('Valentina', 'Serra', { company: 'Studio Dimostrativo' }),
  stefano: person('Stefano', 'Orsini', { company: 'Calzaturificio Esempio', phone: '+39 000 0000007' }),
  martina: person('Martina', 'Pace', { phone: '+39 000 0000008' }),
  roberto: person('Roberto', 'Gentile', { company: 'Cantina dell’Esempio' }),
  alessia: person('Alessia', 'Monti', { company: 'Cooperativa Esempio', phone: '+39 000 0000009' }),
  simone: person('Simone', 'Neri'),
  federica: person('Federica', 'Riva', { company: 'Agenzia Esempio', phone: '+39 000 0000010' }),
}

export type PersonKey = keyof typeof DEMO_PEOPLE

/** The invented people except Giulia, the member of `DEMO_ACCOUNTS`. */
export const demoPeople: DemoPerson[] = Object.values(DEMO_PEOPLE).filter((person) => person.email !== email)
