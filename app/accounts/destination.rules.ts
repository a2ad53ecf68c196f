import { href } from 'react-router'
import { AUTH_PATHS } from './pages.rules'
import { isStaffRole, type Role } from './rules'

/** The query parameter with the page that a person asked for before the sign-in. */
const DESTINATION = 'verso'

const LONGEST = 2000
/** Printable ASCII without a backslash, which browsers read as a slash. */
const PAGE_BEHIND_SIGN_IN = /^\/(?:dashboard|admin|documenti)(?:[/?][!-[\]-~]*)?$/
/** Answered as an attachment, so that no page follows. */
const FILE = /^\/(?:dashboard\/)?documenti\/|^[^?]*\.(?:csv|json|pdf|zip)(?:\?|$)/

/** A page behind the sign-in as path and query; null for the dashboard and for anything else. */
export function destinationFrom(text: string | null | undefined): string | null {
  if (!text || text.length > LONGEST || !PAGE_BEHIND_SIGN_IN.test(text)) return null
  // Dot segments, encoded ones too, may leave these pages.
  const { pathname, search } = new URL(text, 'http://site.invalid')
  const path = pathname + search
  return PAGE_BEHIND_SIGN_IN.test(path) && path !== href('/dashboard') ? path : null
}

/** Where a sign-in ends without a destination. `intended`: a course waits to be asked for, on the dashboard. */
export function landingPage(role: Role, intended: boolean): string {
  return isStaffRole(role) && !intended ? href('/admin/oggi') : href('/dashboard')
}

export const destinationIn = ({ searchParams }: URL) => destinationFrom(searchParams.get(DESTINATION))

/** The query of a link that carries the destination. */
export function destinationQuery(destination: string | null | undefined): Record<string, string> {
  return destination ? { [DESTINATION]: destination } : {}
}

export function withDestination(path: string, destination: string | null | undefined): string {
  if (!destination) return path
  return `${path}${path.includes('?') ? '&' : '?'}${DESTINATION}=${encodeURIComponent(destination)}`
}

/** In the browser. */
export function signInForThisPage(): string {
  const { pathname, search } = window.location
  return withDestination(AUTH_PATHS.signIn, destinationFrom(pathname + search))
}

export const isFile = (destination: string) => FILE.test(destination)
