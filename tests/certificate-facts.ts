import { COMPANY } from '../app/content/company'
import { type CertificateFacts, issuerOf } from '../app/papers/rules'

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
  ...issuerOf(COMPANY),
}
