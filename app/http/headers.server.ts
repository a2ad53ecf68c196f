import { hash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { env } from '../runtime/env.server'

/** Seconds. */
const TWO_YEARS = 2 * 31_536_000
/** The value of HSTS. Subdomains are opt-in, since other sites of the domain may have no https. */
const transportSecurity = () => `max-age=${TWO_YEARS}${env.hstsSubdomains ? '; includeSubDomains' : ''}`

export const RESOURCE_POLICY_HEADER = 'Cross-Origin-Resource-Policy'

export const CONTENT_POLICY_HEADER = 'Content-Security-Policy'

/** The headers of every response, also of files and refusals. */
export function defaultHeaders(): Record<string, string> {
  const headers = {
    'X-Content-Type-Options': 'nosniff',
    [RESOURCE_POLICY_HEADER]: 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    [CONTENT_POLICY_HEADER]: "default-src 'none'; frame-ancestors 'none'",
  }
  if (!env.publicOrigin.startsWith('https:')) return headers
  return { ...headers, 'Strict-Transport-Security': transportSecurity() }
}

/** Seconds after which clients may try again after a 503. */
const RETRY_AFTER = '5'

export async function addDefaultHeaders(c: Context, next: () => Promise<void>) {
  await next()
  // At a 304 the browser keeps the headers of the response that it has stored.
  if (c.res.status === 304) return
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', RETRY_AFTER)
  for (const [name, value] of Object.entries(defaultHeaders()))
    if (!c.res.headers.has(name)) c.header(name, value)
}

/**
 * Marks the inline scripts and styles that the server writes, so that only they get a hash in the policy: elements that
 * come into a page with data do not have the nonce. It is removed before the page is sent.
 */
export const NONCE = randomUUID()
const INLINE_ELEMENT = new RegExp(`<(script|style) nonce="${NONCE}"[^>]*>(.*?)</\\1>`, 'gs')

function hashElements(html: string, tagName: 'script' | 'style'): string[] {
  const contents = [...html.matchAll(INLINE_ELEMENT)].flatMap(([, name, content = '']) =>
    name === tagName ? [`'sha256-${hash('sha256', content, 'base64')}'`] : [],
  )
  return [...new Set(contents)]
}

/**
 * Removes the nonces and returns a policy with the hashes of the marked elements (ADR 3). `frames`: the origins that
 * the page may show in frames; `developing`: also allows what Vite adds to the page.
 */
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

/**
 * Adds the headers that keep other sites from framing or opening a page, and the page from using camera and the like.
 */
export function addSecurityHeaders(headers: Headers) {
  if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
}

/**
 * Sets a default Cache-Control. Personal responses are never stored, so the back button shows nothing after a logout.
 */
export function addCacheControl(request: Request, headers: Headers) {
  if (headers.has('Cache-Control')) return
  const isPersonal =
    request.headers.has('Cookie') || request.headers.has('Authorization') || headers.has('Set-Cookie')
  headers.set('Cache-Control', isPersonal ? 'no-store' : 'no-cache')
  headers.append('Vary', 'Cookie')
}
