import { href } from 'react-router'
import type { Route } from './+types/calendar.resource'
import { answerWithCalendar } from './ics.server'
import { absent, courseAt } from './public.server'

export async function loader({ request, params }: Route.LoaderArgs) {
  const { course } = await courseAt(params.slug, (slug) => href('/corsi/:slug/calendario.ics', { slug }))
  if (course.sessions.length === 0) return absent(404)
  return answerWithCalendar(request, course.title, [course], 'public')
}
