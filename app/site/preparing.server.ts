import { data, type MiddlewareFunction } from 'react-router'
import { env } from '../runtime/env.server'
import { inventedData } from './invented'

/** Whether the site is public, and still lacks data of the school. */
export const isPreparing = () => env.isPublic && inventedData().length > 0

/** What answers while the site is being prepared: signing in and out, the office, and what their pages ask for. */
const OPEN =
  /^\/(?:auth|admin|logout|sessione|ripresa|impostazioni|site\.webmanifest|dashboard\/due-passaggi)(?:[/.]|$)/

/** Seconds. */
const RETRY_AFTER = '3600'

/** The other pages are not there yet. */
export const refuseWhilePreparing: MiddlewareFunction<Response> = ({ url }) => {
  if (isPreparing() && !OPEN.test(url.pathname)) throw data({ preparing: true }, { status: 503 })
}

/** Stands before `refuseWhilePreparing`: what is thrown has no headers. */
export const sayWhenToReturn: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  if (response.status === 503 && isPreparing()) response.headers.set('Retry-After', RETRY_AFTER)
  return response
}
