import { href } from 'react-router'

export const AUTH_PATHS = {
  signIn: href('/auth'),
  signUp: `${href('/auth')}?scheda=registrazione`,
  checkMail: href('/auth/controlla-la-posta'),
  code: href('/auth/codice'),
  confirm: href('/auth/conferma'),
  recover: href('/auth/recupera'),
  reset: href('/auth/nuova-password'),
  email: href('/auth/nuova-email'),
} as const

export const ACCOUNT_PATH = href('/dashboard/account')
/** Where a saved form, or a file that was asked for, waits after the sign-in. */
export const RESUME_PATH = href('/ripresa')
export const SECOND_FACTOR_PATH = href('/dashboard/due-passaggi')
