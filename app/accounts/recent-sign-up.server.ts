import { signedCookie } from '../http/cookies.server'

/** What was typed at the sign-up, without the password, registered before or not (ADR 30). */
export const recentSignUp = signedCookie<{
  email: string
  firstName: string
  lastName: string
  destination?: string | null
}>('registrazione')
