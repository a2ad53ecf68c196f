import { data, type MiddlewareFunction } from 'react-router'
import { isStaffRequest } from '../accounts/session/session.server'
import { env } from '../runtime/env.server'
import { inventedData } from './invented'

/** Whether a public site still has invented data, so that it stays closed to visitors. */
export const isPreparing = () => env.isPublic && inventedData().length > 0

/** Paths that work while the site is being prepared: signing in and out, the office, and what their pages load. */
const OPEN_PATHS =
  /^\/(?:auth|admin|logout|sessione|ripresa|impostazioni|foto|site\.webmanifest|dashboard\/due-passaggi)(?:[/.]|$)/

/**
 * Paths of the photographs, files and versions of legal pages to which pages of the office refer. They work for the
 * staff alone.
 */
const STAFF_PATHS =
  /^\/(?:corsi\/[^/]+\/(?:foto\/|brochure$)|documenti\/|dashboard\/documenti\/|pagine-legali\/)/

/** Seconds after which crawlers and other clients may try again: an hour. */
const RETRY_AFTER = '3600'

/** Answers the other paths with 503 while the site is being prepared. */
export const refuseWhilePreparing: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (!isPreparing() || OPEN_PATHS.test(url.pathname)) return
  if (STAFF_PATHS.test(url.pathname) && (await isStaffRequest(request, context))) return
  throw data({ preparing: true }, { status: 503 })
}

/** Adds Retry-After to those 503 responses. Runs around `refuseWhilePreparing`, which throws data without headers. */
export const sayWhenToReturn: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  if (response.status === 503 && isPreparing()) response.headers.set('Retry-After', RETRY_AFTER)
  return response
}
