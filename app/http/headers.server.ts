/** The headers of answers: what browsers may do with them, and keep. */
import { hash, randomUUID } from 'node:crypto'
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
 * Marks, as their `nonce`, the inline scripts and styles that this server writes: what data has brought into the page
 * bears no mark and gets no hash. The mark is taken out before the page is sent.
 */
export const MARK = randomUUID()
const MARKED = new RegExp(`<(script|style) nonce="${MARK}"[^>]*>(.*?)</\\1>`, 'gs')

/** A source for each marked element with this name. */
function hashesOf(html: string, wanted: 'script' | 'style'): string[] {
  const contents = [...html.matchAll(MARKED)].flatMap(([, name, content = '']) =>
    name === wanted ? [`'sha256-${hash('sha256', content, 'base64')}'`] : [],
  )
  return [...new Set(contents)]
}

/**
 * A rendered page as it is sent, and its policy (docs/decisions/0003): marked scripts and styles by their hashes, and
 * files of ours. `frames` are the origins that it may embed.
 */
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

/** What every answer of the application carries. */
export function secure(headers: Headers) {
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
