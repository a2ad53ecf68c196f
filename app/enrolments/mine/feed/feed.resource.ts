import { respondWithCalendar } from '../../../courses/ics.server'
import { siteSettings } from '../../../site/settings'
import type { Route } from './+types/feed.resource'
import { feedCourses, feedDues } from './queries.server'

/** The private calendar of a person, for calendar programs. Without a sign-in: whoever has the token may read it. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const [courses, dues] = await Promise.all([feedCourses(params.token), feedDues(params.token)])
  if (!courses) return new Response('Calendario non trovato.', { status: 404, headers: TEXT })
  return respondWithCalendar(request, siteSettings().company.name, courses, 'private', dues)
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
