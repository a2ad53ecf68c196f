import { href } from 'react-router'

/** Paths of pages that need no session: sign-in, sign-up and what the links of e-mails open. */
export const AUTH_PATHS = {
  signIn: href('/auth'),
  signUp: `${href('/auth')}?scheda=registrazione`,
  checkMail: href('/auth/controlla-la-posta'),
  secondFactorCode: href('/auth/codice'),
  confirm: href('/auth/conferma'),
  recover: href('/auth/recupera'),
  reset: href('/auth/nuova-password'),
  newEmail: href('/auth/nuova-email'),
} as const

export const ACCOUNT_PATH = href('/dashboard/account')
/**
 * The page that a sign-in leads to when it began with a form or a file: it shows a saved form for its owner to send
 * (ADR 28), or downloads the file.
 */
export const RESUME_PATH = href('/ripresa')
export const SECOND_FACTOR_PATH = href('/dashboard/due-passaggi')

/** The page of a person, for the office. */
export const personPage = (person: string) => href('/admin/people/:person', { person })
