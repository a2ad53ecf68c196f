import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import type { Route } from './+types/sign-in-sheet.resource'
import { drawSignInSheet } from './lesson-sheets.server'
import { signInFacts } from './queries.server'
import { respondWithPaper } from './response.server'

/** Serves the sign-in sheet of a lesson as a PDF. `?lezione`: its number; by default the next lesson, else the last. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const facts = await signInFacts(staff, course, url.searchParams.get('lezione'))
  const day = facts.lesson ? `_${facts.lesson.startDate}` : ''
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `foglio_firme_${course.slug}${day}`,
      draw: () => drawSignInSheet(facts),
      page: href('/admin/courses/:course/iscritti/firme', { course: course.id }),
      of: { course: course.title },
    },
  )
}
