import { addMonths } from 'date-fns'
import { href } from 'react-router'
import { env } from '../../runtime/env.server'
import { siteSettings } from '../../site/settings'

/** The anchor of the section on security in the legal notes; the office may have removed that section. */
const SECURITY_ANCHOR = 'sicurezza'

/** The file expires this many months after each request; RFC 9116 recommends less than a year. */
const VALID_MONTHS = 6

/** Serves `security.txt` (RFC 9116): where to report a weakness of the site. */
export function loader() {
  const lines = [
    `Contact: mailto:${siteSettings().company.email}`,
    `Expires: ${addMonths(new Date(), VALID_MONTHS).toISOString()}`,
    'Preferred-Languages: it, en',
    `Canonical: ${env.publicOrigin}${href('/.well-known/security.txt')}`,
    `Policy: ${env.publicOrigin}${href('/note-legali')}#${SECURITY_ANCHOR}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
