import type { Context } from 'hono'
import { log } from '../runtime/log.server'

/** Refuses a request and logs it. Responds with JSON to a function call, with plain text to any other request. */
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

/** Whether the request calls a function (not its documentation page). */
export const isFunctionCall = (c: Context) => /^\/functions\/v1\/[\w-]+\/*$/.test(c.req.path)
/** Whether the request only reads: a GET or HEAD. */
export const isRead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD'
