import { FIRST_COMPANY } from '../app/content/company'
import type {
  ClosedRegisterFacts,
  LessonFacts,
  ProgrammeFacts,
  SignInSheetFacts,
} from '../app/papers/queries.server'
import { type CertificateFacts, issuerOf, type ReceiptFacts, type TranscriptFacts } from '../app/papers/rules'

export const CERTIFICATE: CertificateFacts = {
  number: '2027/0012',
  issuedOn: '2027-06-26',
  replaces: null,
  verificationUrl: 'https://example.org/v/a2b3c4d5e6f7g2h3a2b3c4d5e6',
  verificationPage: 'example.org/verifica',
  firstName: 'Giulia',
  lastName: 'Rossi',
  course: {
    title: 'Gestione del Tempo e delle Priorità',
    slug: 'gestione-del-tempo-e-delle-priorita',
    theme: 'tempo-e-priorita',
    format: 'in-aula',
  },
  mode: 'in aula',
  place: 'Fermo',
  period: { first: '2027-05-23', last: '2027-06-13' },
  teachers: ['Chiara Balestra'],
  attendance: { attended: 830, planned: 960, threshold: 75 },
  outcome: 'Completato',
  ...issuerOf(FIRST_COMPANY),
}

const printedAt = new Date('2027-01-22T09:00:00Z')
const closedAt = new Date('2027-01-30T17:30:00Z')

const LESSON: LessonFacts = {
  position: 1,
  total: 2,
  startDate: '2027-01-23',
  endDate: '2027-01-23',
  startTime: '09:00:00',
  endTime: '18:00:00',
  hours: 8,
  topic: 'Leggere il mercato',
  place: 'Via dell’Esempio 1, Ascoli Piceno',
}

const NAMES = [
  ['Davide', 'Costantini'],
  ['Niccolò', 'D’Angelo'],
  ['Łucja', 'Đorđević'],
  ['Chiara', 'Fabbri'],
  ['Sara', 'Galli'],
  ['Francesca', 'Leoni'],
  ['Luca', 'Moretti'],
  ['Thị Ánh', 'Nguyễn'],
  ['Stefano', 'Orsini'],
  ['Ελένη', 'Παπαδόπουλος'],
  ['Giulia', 'Rossi'],
]
const people = NAMES.map(([firstName = '', lastName = '']) => ({ firstName, lastName }))

export const SIGN_IN: SignInSheetFacts = {
  title: 'Marketing Strategico e Vendite 4.0',
  teachers: ['Luca Morganti'],
  lesson: LESSON,
  people,
  printedAt,
}

export const CLOSED_REGISTER: ClosedRegisterFacts = {
  title: SIGN_IN.title,
  edition: '23 – 30 gen 2027, Ascoli Piceno',
  teachers: ['Luca Morganti', 'Chiara Balestra'],
  plannedHours: 16,
  printedAt: closedAt,
  isOneLesson: false,
  lessons: [1, 2].map((position) => ({
    ...LESSON,
    position,
    closedAt,
    closedBy: 'Elena Marcozzi',
    marks: people.map((person, i) => {
      if (i % 7 === 3) return { ...person, minutes: 0, arrived: null, left: null }
      if (i % 5 === 2) return { ...person, minutes: 350, arrived: '9:00', left: '15:50' }
      return { ...person, minutes: 480, arrived: null, left: null }
    }),
  })),
}

export const RECEIPT: ReceiptFacts = {
  reference: 'RF97 0010 42',
  payer: {
    name: 'Officine De Santis S.r.l.',
    codes: ['P. IVA 00743110157'],
    address: 'Via dell’Esempio 1, 63900 Fermo (FM)',
  },
  participant: 'Giulia Rossi',
  course: 'Marketing Strategico e Vendite 4.0, 23 gen 2027, Ascoli Piceno',
  cents: 49_000,
  receivedOn: '2027-01-14',
  means: 'con bonifico',
  open: 49_000,
  stamp: 'due',
  printedAt,
}

export const PROGRAMME: ProgrammeFacts = {
  title: SIGN_IN.title,
  edition: CLOSED_REGISTER.edition,
  teachers: CLOSED_REGISTER.teachers,
  plannedHours: 16,
  modules: [
    'Leggere il mercato: segmenti, concorrenti, posizionamento',
    'Costruire l’offerta',
    'La trattativa',
  ],
  lessons: CLOSED_REGISTER.lessons,
  printedAt,
}

export const TRANSCRIPT: TranscriptFacts = {
  firstName: 'Giulia',
  lastName: 'Rossi',
  courses: [
    {
      title: 'Gestione del Tempo e delle Priorità',
      dates: '23 mag – 13 giu 2026',
      place: 'Fermo',
      attendance: { attended: 830, planned: 960 },
      state: 'Completato',
      certificate: 'n. 2026/0031',
    },
    {
      title: 'Sicurezza Informatica per Studi e Uffici',
      dates: '8 ott 2026',
      place: 'Online',
      attendance: null,
      state: 'Completato',
      certificate: 'n. 2027/0008',
    },
    {
      title: SIGN_IN.title,
      dates: '23 gen – 20 feb 2027',
      place: 'Ascoli Piceno',
      attendance: { attended: 480, planned: 1920 },
      state: 'In corso',
      certificate: null,
    },
  ],
  verificationPage: CERTIFICATE.verificationPage,
  printedAt,
}
