import { MARK } from './hostile'
import { type Call, isCut, type WireResponse } from './wire'

/** Milliseconds after which a response counts as slow. */
export const SLOW = 1_000

const TEXT = /^(text\/|application\/(json|xml|ld\+json|manifest\+json|javascript)|image\/svg)/
/** What no response may show of the program, by name. */
const INTERNALS: Record<string, RegExp> = {
  'a stack': /^\s+at .+:\d+:\d+\)?$|\bat \w[\w.<> ]* \((file:|\/|node:)/m,
  'a path': /node_modules|build\/server|file:\/\/\/|\/server\/index\.js/,
  SQL: /Failed query|\b(insert into|delete from|select) "?\w+"?[ .]|\brelation "|violates \w+[ -]\w+|syntax error at|invalid byte sequence|unsupported Unicode escape/i,
  'a version': /\b(React Router|Hono|Node\.?js|PostgreSQL|PGlite|Better Auth|Drizzle)[ /]v?\d+[.\d]*/i,
  'an error of a program':
    /\b(TypeError|RangeError|SyntaxError|ReferenceError|DrizzleQueryError|DatabaseError|ECONN\w+|ENOENT)\b/,
}

/** The page that shows versions to administrators. */
const VERSIONS_PAGE = /^\/admin\/stato(\.data)?\b/

/** The faults of a response. */
export function faultsOf(
  call: Call,
  response: WireResponse,
  { origin, folder }: { origin: string; folder: string },
): string[] {
  const { status, headers, body } = response
  if (status === 0) return mayBeDropped(call) ? [] : ['the connection was dropped']
  const faults: string[] = []
  if (status >= 500) faults.push(`status ${status}`)
  const location = headers.get('Location')
  if (location && URL.parse(location, origin)?.origin !== origin)
    faults.push(`leads away: ${location.slice(0, 80)}`)
  if (headers.has(MARK)) faults.push('a header of the caller’s')
  if (headers.has('X-Powered-By') || headers.has('Server')) faults.push('names what it runs on')

  const type = headers.get('Content-Type') ?? ''
  if (!TEXT.test(type)) return faults
  const text = body.toString()
  for (const [name, pattern] of Object.entries(INTERNALS)) {
    if (name === 'a version' && VERSIONS_PAGE.test(call.target)) continue
    const found = pattern.exec(text)
    if (found) faults.push(`${name}: ${text.slice(Math.max(0, found.index - 40), found.index + 80)}`)
  }
  if (text.includes(folder)) faults.push('a path: the folder of the data')
  if (type.startsWith('text/html')) faults.push(...unescapedIn(text))
  return faults
}

function unescapedIn(html: string): string[] {
  const open = new RegExp(`<${MARK}|<[^>]*\\s${MARK}="|<[^>]*onload='|href="javascript:`, 'i').exec(html)
  return open ? [`not escaped: ${html.slice(Math.max(0, open.index - 60), open.index + 60)}`] : []
}

/** A truncated or invalid request needs no response. */
function mayBeDropped(call: Call): boolean {
  return isCut(call) || call.headers.some(([name]) => name === 'Upgrade')
}
