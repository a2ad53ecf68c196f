import type { ReactNode } from 'react'
import { href } from 'react-router'

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
  /** YYYY-MM-DD */
  modified: string
}

/** In the order of the footer, which every page has: descriptions stand in the screens. */
export const PRIVACY: LegalText = {
  path: href('/privacy-policy'),
  title: 'Privacy Policy',
  modified: '2025-05-02',
}
export const COOKIE_POLICY: LegalText = {
  path: href('/cookie-policy'),
  title: 'Cookie Policy',
  modified: '2024-11-04',
}
export const NOTES: LegalText = {
  path: href('/note-legali'),
  title: 'Note legali',
  modified: '2026-11-21',
}
export const ACCESSIBILITY: LegalText = {
  path: href('/accessibilita'),
  title: 'Dichiarazione di accessibilità',
  modified: '2026-11-21',
}
export const LEGAL_PAGES = [PRIVACY, COOKIE_POLICY, NOTES, ACCESSIBILITY]
