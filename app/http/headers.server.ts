import { hash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { env } from '../runtime/env.server'

const TWO_YEARS = 2 * 31_536_000
/** Subdomains are opt-in: other sites of the domain may have no https. */
const transportSecurity = () => `max-age=${TWO_YEARS}${env.hstsSubdomains ? '; includeSubDomains' : ''}`

export const EMBEDDING = 'Cross-Origin-Resource-Policy'

export const POLICY = 'Content-Security-Policy'

/** The default headers of every response, files and refusals included. */
export const ofEveryAnswer = (): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  [EMBEDDING]: 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  [POLICY]: "default-src 'none'; frame-ancestors 'none'",
  ...(env.publicOrigin.startsWith('https:') && {
    'Strict-Transport-Security': transportSecurity(),
  }),
})

/** Seconds. */
const TRY_AGAIN = '5'

export async function plainHeaders(c: Context, next: () => Promise<void>) {
  await next()
  // The browser keeps the headers of its stored response.
  if (c.res.status === 304) return
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', TRY_AGAIN)
  for (const [name, value] of Object.entries(ofEveryAnswer()))
    if (!c.res.headers.has(name)) c.header(name, value)
}

/**
 * The `nonce` of inline scripts and styles that the server writes. Elements that data brings into a page have none, so
 * they get no hash. The nonce is removed before the page is sent.
 */
export const MARK = randomUUID()
const MARKED = new RegExp(`<(script|style) nonce="${MARK}"[^>]*>(.*?)</\\1>`, 'gs')

function hashesOf(html: string, wanted: 'script' | 'style'): string[] {
  const contents = [...html.matchAll(MARKED)].flatMap(([, name, content = '']) =>
    name === wanted ? [`'sha256-${hash('sha256', content, 'base64')}'`] : [],
  )
  return [...new Set(contents)]
}

/** Replaces nonces by a policy of hashes (decision 0003). `frames`: origins that may be embedded. */
export function withPolicy(
  html: string,
  { frames, developing }: { frames: string[]; developing: boolean },
): { html: string; policy: string } {
  const scripts = hashesOf(html, 'script')
  const policy = [
    "default-src 'none'",
    scripts.length > 0 ? `script-src 'self' ${scripts.join(' ')}` : "script-src 'none'",
    `style-src 'self' ${developing ? "'unsafe-inline'" : hashesOf(html, 'style').join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    developing ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html: html.replaceAll(` nonce="${MARK}"`, ''), policy }
}

export function secure(headers: Headers) {
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()')
}

/** Personal responses are never stored, so the back button shows nothing after a logout. */
export function keepPrivate(request: Request, headers: Headers) {
  if (headers.has('Cache-Control')) return
  const personal =
    request.headers.has('Cookie') || request.headers.has('Authorization') || headers.has('Set-Cookie')
  headers.set('Cache-Control', personal ? 'no-store' : 'no-cache')
  headers.append('Vary', 'Cookie')
}
