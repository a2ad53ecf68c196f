import type { LegalName } from './legal.rules'

/** The titles of the legal pages, in the order of the footer. */
export const LEGAL_TITLES: Record<LegalName, string> = {
  'privacy-policy': 'Privacy Policy',
  'cookie-policy': 'Cookie Policy',
  'note-legali': 'Note legali',
  accessibilita: 'Dichiarazione di accessibilità',
}

export const legalPath = (name: string) => `/${name}`
