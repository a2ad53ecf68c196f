import { href } from 'react-router'
import type { Route } from './+types/calendar.resource'
import { respondWithCalendar } from './ics.server'
import { courseAt, missingCourse } from './public.server'

export async function loader({ request, params }: Route.LoaderArgs) {
  const { course } = await courseAt(params.slug, {
    pageOf: (slug) => href('/corsi/:slug/calendario.ics', { slug }),
  })
  if (course.sessions.length === 0) return missingCourse(404)
  return respondWithCalendar(request, course.title, [course], 'public')
}
