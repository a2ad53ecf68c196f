import { addMonths } from 'date-fns'
import { href } from 'react-router'
import { env } from '../../runtime/env.server'
import { siteSettings } from '../../site/settings'

/** Anchor in the notes, unless the office has taken it away. */
const SECURITY = 'sicurezza'

/** RFC 9116 wants less than a year. */
const MONTHS = 6

/** RFC 9116. */
export function loader() {
  const lines = [
    `Contact: mailto:${siteSettings().company.email}`,
    `Expires: ${addMonths(new Date(), MONTHS).toISOString()}`,
    'Preferred-Languages: it, en',
    `Canonical: ${env.publicOrigin}${href('/.well-known/security.txt')}`,
    `Policy: ${env.publicOrigin}${href('/note-legali')}#${SECURITY}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
