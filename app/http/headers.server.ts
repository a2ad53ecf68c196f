/** The headers of answers: what browsers may do with them, and keep. */
import type { Context } from 'hono'
import { env } from '../runtime/env.server'

const TWO_YEARS = 2 * 31_536_000
/** Other sites of the same domain may still be without https: the domain's owner decides. */
const transportSecurity = () => `max-age=${TWO_YEARS}${env.hstsSubdomains ? '; includeSubDomains' : ''}`

/** Who may show a file of ours within a page of theirs: nobody, but for what says otherwise. */
export const EMBEDDING = 'Cross-Origin-Resource-Policy'

/** What a browser may load and run within an answer, and who may show it. */
export const POLICY = 'Content-Security-Policy'

/** What every answer carries, files and refusals included, unless it says otherwise. */
export const ofEveryAnswer = (): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  [EMBEDDING]: 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  [POLICY]: "default-src 'none'; frame-ancestors 'none'",
  ...(env.publicOrigin.startsWith('https:') && {
    'Strict-Transport-Security': transportSecurity(),
  }),
})

/** Seconds after which an answer that failed for a fault of ours is worth another try. */
const TRY_AGAIN = '5'

export async function plainHeaders(c: Context, next: () => Promise<void>) {
  await next()
  // What a browser holds keeps the headers that came with it: a page, its policy.
  if (c.res.status === 304) return
  if (c.res.status === 503 && !c.res.headers.has('Retry-After')) c.header('Retry-After', TRY_AGAIN)
  for (const [name, value] of Object.entries(ofEveryAnswer()))
    if (!c.res.headers.has(name)) c.header(name, value)
}

/**
 * One policy for all pages: nothing runs or loads that we did not write (docs/decisions/0003), but for the pages of
 * `frames`, origins that may stand within ours. What is no page loads nothing at all.
 */
export function secure(
  headers: Headers,
  { nonce, frames, developing }: { nonce: string; frames: string[]; developing: boolean },
) {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    developing ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    developing ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  if (headers.get('Content-Type')?.startsWith('text/html')) headers.set(POLICY, policy.join('; '))
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()')
}

/** What is meant for one person is kept by nobody: not even the back button shows it again after they left. */
export function keepPrivate(request: Request, headers: Headers) {
  if (headers.has('Cache-Control')) return
  const personal =
    request.headers.has('Cookie') || request.headers.has('Authorization') || headers.has('Set-Cookie')
  headers.set('Cache-Control', personal ? 'no-store' : 'no-cache')
  headers.append('Vary', 'Cookie')
}
