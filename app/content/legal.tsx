import type { ReactNode } from 'react'
import { href } from 'react-router'
import { company } from './company'

export type LegalTable = { caption: string; columns: string[]; rows: ReactNode[][] }

export type LegalSection = {
  /** Anchor. */
  id: string
  heading: string
  text?: ReactNode
  table?: LegalTable
  /** Below the table. */
  after?: ReactNode
}

export type LegalText = {
  path: string
  title: string
  description: string
  keywords: string[]
  /** YYYY-MM-DD */
  modified: string
}

/** In the order of the footer. */
export const PRIVACY: LegalText = {
  path: href('/privacy-policy'),
  title: 'Privacy Policy',
  description: `Come ${company.name} tratta i dati di chi visita il sito, si registra e chiede di iscriversi.`,
  keywords: ['privacy', 'dati personali', 'GDPR', company.name],
  modified: '2025-05-02',
}
export const COOKIE_POLICY: LegalText = {
  path: href('/cookie-policy'),
  title: 'Cookie Policy',
  description: 'Questo sito usa soltanto cookie tecnici: quali sono, a che cosa servono e quanto durano.',
  keywords: ['cookie', 'cookie tecnici', 'privacy', company.name],
  modified: '2024-11-04',
}
export const NOTES: LegalText = {
  path: href('/note-legali'),
  title: 'Note legali',
  description: `Chi pubblica il sito di ${company.name}, come nasce un’iscrizione, recesso, rimborsi e uso dei contenuti.`,
  keywords: ['note legali', 'recesso', 'rimborsi', company.name],
  modified: '2026-11-21',
}
export const ACCESSIBILITY: LegalText = {
  path: href('/accessibilita'),
  title: 'Dichiarazione di accessibilità',
  description: `Quanto è accessibile il sito di ${company.name}, come lo abbiamo verificato e a chi segnalare un ostacolo.`,
  keywords: ['accessibilità', 'WCAG', company.name],
  modified: '2026-11-21',
}
export const LEGAL_PAGES = [PRIVACY, COOKIE_POLICY, NOTES, ACCESSIBILITY]

export const mail = <a href={`mailto:${company.email}`}>{company.email}</a>
