import { env } from '../runtime/env.server'
import { AUTH_PATHS } from './pages.rules'

/** The addresses of pages for e-mails, with the origin of the site. */
export const signInUrl = env.publicOrigin + AUTH_PATHS.signIn
export const recoverUrl = env.publicOrigin + AUTH_PATHS.recover
