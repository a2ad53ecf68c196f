import { redirectDocument } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { CONTENT_POLICY_HEADER } from '../http/headers.server'
import { emailById } from '../mail/outbox.server'
import { plainAnswer } from '../storage/downloads.server'
import type { Route } from './+types/mail-page.resource'

/**
 * Serves the HTML of an e-mail to administrators, for the frame in `MailDialog` or a window of its own. It is
 * sandboxed, so that its links lead nowhere.
 */
export async function loader({ request, params, context, url }: Route.LoaderArgs): Promise<Response> {
  adminFrom(context)
  // React Router fetches the data of an address as `.data`; this document has to be loaded by the browser itself.
  if (new URL(request.url).pathname.endsWith('.data')) return redirectDocument(url.pathname)
  const email = /^\d{1,15}$/.test(params.email) ? await emailById(Number(params.email)) : undefined
  if (!email) return plainAnswer('Questa email non c’è', 404)
  if (email.html === null) return plainAnswer('Il testo non si mostra: contiene un link personale', 200)
  return new Response(email.html, {
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': 'text/html; charset=utf-8',
      [CONTENT_POLICY_HEADER]: `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
