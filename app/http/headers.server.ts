import { hash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { env } from '../runtime/env.server'

const TWO_YEARS = 2 * 31_536_000
/** Subdomains are opt-in: other sites of the domain may have no https. */
const transportSecurity = () => `max-age=${TWO_YEARS}${env.hstsSubdomains ? '; includeSubDomains' : ''}`

export const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy'

export const CONTENT_POLICY = 'Content-Security-Policy'

/** Of every response, files and refusals included. */
export function defaultHeaders(): Record<string, string> {
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    [RESOURCE_POLICY]: 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    [CONTENT_POLICY]: "default-src 'none'; frame-ancestors 'none'",
  }
  if (!env.publicOrigin.startsWith('https:')) return headers
  return { ...headers, 'Strict-Transport-Security': transportSecurity() }
}

/** Seconds. */
const RETRY_AFTER = '5'

export async function addDefaultHeaders(c: Context, next: () => Promise<void>) {
  await next()
  // The browser keeps the headers of its stored response.
  if (c.res.status === 304) return
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', RETRY_AFTER)
  for (const [name, value] of Object.entries(defaultHeaders()))
    if (!c.res.headers.has(name)) c.header(name, value)
}

/**
 * The `nonce` of inline scripts and styles that the server writes. Elements that data brings into a page have none, so
 * they get no hash. The nonce is removed before the page is sent.
 */
export const NONCE = randomUUID()
const INLINE_ELEMENT = new RegExp(`<(script|style) nonce="${NONCE}"[^>]*>(.*?)</\\1>`, 'gs')

function hashElements(html: string, wanted: 'script' | 'style'): string[] {
  const contents = [...html.matchAll(INLINE_ELEMENT)].flatMap(([, name, content = '']) =>
    name === wanted ? [`'sha256-${hash('sha256', content, 'base64')}'`] : [],
  )
  return [...new Set(contents)]
}

/** Replaces nonces by a policy of hashes (ADR 3). `frames`: origins that may be embedded. */
export function replaceNonces(
  html: string,
  { frames, developing }: { frames: string[]; developing: boolean },
): { html: string; policy: string } {
  const scripts = hashElements(html, 'script')
  const policy = [
    "default-src 'none'",
    scripts.length > 0 ? `script-src 'self' ${scripts.join(' ')}` : "script-src 'none'",
    `style-src 'self' ${developing ? "'unsafe-inline'" : hashElements(html, 'style').join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    developing ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html: html.replaceAll(` nonce="${NONCE}"`, ''), policy }
}

export function addSecurityHeaders(headers: Headers) {
  if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
}

/** Personal responses are never stored, so the back button shows nothing after a logout. */
export function addCacheControl(request: Request, headers: Headers) {
  if (headers.has('Cache-Control')) return
  const personal =
    request.headers.has('Cookie') || request.headers.has('Authorization') || headers.has('Set-Cookie')
  headers.set('Cache-Control', personal ? 'no-store' : 'no-cache')
  headers.append('Vary', 'Cookie')
}
