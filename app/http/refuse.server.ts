import type { Context } from 'hono'
import { log } from '../runtime/log.server'

/** JSON for a function call, plain text for any other request. */
export function refuseRequest(
  c: Context,
  status: 400 | 403 | 405 | 408 | 413 | 429 | 503,
  sentence: string,
  headers = {},
) {
  log.warn({ method: c.req.method, status }, 'request refused')
  return isFunctionCall(c)
    ? c.json({ error: sentence }, status, { 'Cache-Control': 'no-store', ...headers })
    : c.text(sentence, status, headers)
}

/** The address of a function, not of its documentation. */
export const isFunctionCall = (c: Context) => /^\/functions\/v1\/[\w-]+\/*$/.test(c.req.path)
export const isRead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD'
