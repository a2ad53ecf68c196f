import { signedCookie } from '../http/cookies.server'

/**
 * The cookie with what was typed at the last sign-up, without the password. `destination`: the page asked for before,
 * to open after the confirmation; null for none. A registered address gets the cookie too, so that it does not show
 * which addresses have an account (ADR 30).
 */
export const recentSignUp = signedCookie<{
  email: string
  firstName: string
  lastName: string
  destination: string | null
}>('registrazione')
