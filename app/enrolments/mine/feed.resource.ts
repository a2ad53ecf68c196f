import { answerWithCalendar } from '../../courses/ics.server'
import { siteSettings } from '../../site/settings'
import type { Route } from './+types/feed.resource'
import { feedCourses, feedDues } from './feed.queries.server'

/** A calendar subscription; the token is the key. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const [courses, dues] = await Promise.all([feedCourses(params.token), feedDues(params.token)])
  if (!courses) return new Response('Calendario non trovato.', { status: 404, headers: TEXT })
  return answerWithCalendar(request, siteSettings().company.name, courses, 'private', dues)
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
