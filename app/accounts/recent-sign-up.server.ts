import { signedCookie } from '../http/cookies.server'

/**
 * The cookie with what was typed at the last sign-up, without the password, and with the destination. It is set for a
 * registered address too (ADR 30).
 */
export const recentSignUp = signedCookie<{
  email: string
  firstName: string
  lastName: string
  destination?: string | null
}>('registrazione')
