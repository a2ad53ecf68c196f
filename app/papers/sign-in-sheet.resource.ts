import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import type { Route } from './+types/sign-in-sheet.resource'
import { drawSignInSheet } from './lesson-sheets.server'
import { lessonOfSheet, signInSheetFacts } from './queries.server'
import { respondWithPaper } from './response.server'

/**
 * Serves the sheet that people sign at a lesson as a PDF. `?lezione`: the number of the lesson; without one, or with an
 * unknown one, the next lesson, else the last.
 */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const lesson = lessonOfSheet(course, url.searchParams.get('lezione'))
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: ['foglio_firme', course.slug, lesson?.startDate].filter(Boolean).join('_'),
      draw: async () => drawSignInSheet(await signInSheetFacts(staff, course, lesson)),
      page: href('/admin/courses/:course/iscritti/firme', { course: course.id }),
      logDetails: { course: course.title },
    },
  )
}
