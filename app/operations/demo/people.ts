import { DEMO_ACCOUNTS } from './accounts'

export type DemoPerson = {
  firstName: string
  lastName: string
  email: string
  company?: string
  phone?: string
}

function invent(
  firstName: string,
  lastName: string,
  contact: { company?: string; phone?: string } = {},
): DemoPerson {
  return { firstName, lastName, email: `${firstName}.${lastName}@example.org`.toLowerCase(), ...contact }
}

const { firstName, lastName, email } = DEMO_ACCOUNTS.member

/** Invented people, by the key that other demo data use for them. Giulia is the member of `DEMO_ACCOUNTS`. */
export const DEMO_PEOPLE = {
  giulia: { firstName, lastName, email } as DemoPerson,
  marco: invent('Marco', 'Bianchi', { company: 'Calzaturificio Esempio', phone: '+39 000 0000001' }),
  elena: invent('Elena', 'Marchetti', { phone: '+39 000 0000002' }),
  paolo: invent('Paolo', 'Ferri', { company: 'Studio Dimostrativo', phone: '+39 000 0000003' }),
  luca: invent('Luca', 'Moretti', { company: 'Officine Esempio' }),
  sara: invent('Sara', 'Galli'),
  andrea: invent('Andrea', 'Romani', { company: 'Officine Esempio', phone: '+39 000 0000004' }),
  chiara: invent('Chiara', 'Fabbri', { phone: '+39 000 0000005' }),
  davide: invent('Davide', 'Costantini', { company: 'Cantina dell’Esempio', phone: '+39 000 0000006' }),
  francesca: invent('Francesca', 'Leoni', { company: 'Cooperativa Esempio' }),
  matteo: invent('Matteo', 'Vitali'),
  valentina: invent('Valentina', 'Serra', { company: 'Studio Dimostrativo' }),
  stefano: invent('Stefano', 'Orsini', { company: 'Calzaturificio Esempio', phone: '+39 000 0000007' }),
  martina: invent('Martina', 'Pace', { phone: '+39 000 0000008' }),
  roberto: invent('Roberto', 'Gentile', { company: 'Cantina dell’Esempio' }),
  alessia: invent('Alessia', 'Monti', { company: 'Cooperativa Esempio', phone: '+39 000 0000009' }),
  simone: invent('Simone', 'Neri'),
  federica: invent('Federica', 'Riva', { company: 'Agenzia Esempio', phone: '+39 000 0000010' }),
}

export type PersonKey = keyof typeof DEMO_PEOPLE

/** The invented people except Giulia: they have no known password, so that they cannot sign in. */
export const PEOPLE_WITHOUT_SIGN_IN: DemoPerson[] = Object.values(DEMO_PEOPLE).filter(
  (person) => person.email !== email,
)
