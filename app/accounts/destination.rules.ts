import { href } from 'react-router'
import { AUTH_PATHS } from './pages.rules'
import { isStaffRole, type Role } from './rules'

/** The query parameter with the page that a person asked for before the sign-in. */
const DESTINATION_PARAMETER = 'verso'

/** The most characters of a destination. */
const DESTINATION_MAX = 2000
/**
 * The path of a page behind the sign-in, with its query. Only printable ASCII, without a backslash, which browsers read
 * as a slash.
 */
const PAGE_BEHIND_SIGN_IN = /^\/(?:dashboard|admin|docente|documenti)(?:[/?][!-[\]-~]*)?$/
/** Paths that are answered with an attachment: the browser shows no page after them. */
const DOWNLOAD_PATH = /^\/(?:dashboard\/)?documenti\/|^[^?]*\.(?:csv|json|pdf|zip)(?:\?|$)/

/**
 * Returns `text` as path and query if it is a page behind the sign-in. Null for anything else, and for the dashboard
 * itself: after the sign-in the landing page of the person opens (`landingPage`).
 */
export function destinationFrom(text: string | null | undefined): string | null {
  if (!text || text.length > DESTINATION_MAX || !PAGE_BEHIND_SIGN_IN.test(text)) return null
  // Dot segments, encoded ones too, may leave these pages.
  const { pathname, search } = new URL(text, 'http://site.invalid')
  const path = pathname + search
  return PAGE_BEHIND_SIGN_IN.test(path) && path !== href('/dashboard') ? path : null
}

/**
 * The page where a sign-in without a destination ends. With an intended course staff go to the dashboard too, where the
 * request for it is sent.
 */
export function landingPage(role: Role, { hasIntendedCourse }: { hasIntendedCourse: boolean }): string {
  return isStaffRole(role) && !hasIntendedCourse ? href('/admin/oggi') : href('/dashboard')
}

/** The destination in the query of an address; null without a valid one. */
export const destinationIn = ({ searchParams }: URL) =>
  destinationFrom(searchParams.get(DESTINATION_PARAMETER))

/** Appends the destination to a path that may already have a query. */
export function withDestination(path: string, destination: string | null | undefined): string {
  if (!destination) return path
  return `${path}${path.includes('?') ? '&' : '?'}${DESTINATION_PARAMETER}=${encodeURIComponent(destination)}`
}

/** The address of the sign-in that leads to a destination. */
export const signInPath = (destination: string | null | undefined) =>
  withDestination(AUTH_PATHS.signIn, destination)

/** The address of the sign-in that leads back to the present page. Runs in the browser only. */
export function signInForThisPage(): string {
  const { pathname, search } = window.location
  return signInPath(destinationFrom(pathname + search))
}

/** Whether a destination is answered with an attachment. */
export const isDownloadPath = (destination: string) => DOWNLOAD_PATH.test(destination)
