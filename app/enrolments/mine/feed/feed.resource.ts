import { respondWithCalendar } from '../../../courses/ics.server'
import { siteSettings } from '../../../site/settings'
import type { Route } from './+types/feed.resource'
import { calendarWithToken } from './queries.server'

/** The private calendar of a person, for calendar programs. Without a sign-in: whoever has the token may read it. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const calendar = await calendarWithToken(params.token)
  if (!calendar) return new Response('Calendario non trovato.', { status: 404, headers: TEXT })
  return respondWithCalendar(request, siteSettings().company.name, calendar.courses, 'private', calendar.dues)
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
