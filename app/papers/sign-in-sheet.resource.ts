import { href } from 'react-router'
import type { Route } from './+types/sign-in-sheet.resource'
import { drawSignInSheet } from './lesson-sheets.server'
import { lessonOfSheet, signInSheetFacts } from './queries.server'
import { respondWithCoursePaper } from './response.server'

/**
 * Serves the sheet that people sign at a lesson as a PDF. `?lezione`: the number of the lesson; without one, or with an
 * unknown one, the next lesson, else the last.
 */
export function loader(args: Route.LoaderArgs) {
  return respondWithCoursePaper(args, (staff, course) => {
    const lesson = lessonOfSheet(course, args.url.searchParams.get('lezione'))
    return {
      name: ['foglio_firme', course.slug, lesson?.startDate].filter(Boolean).join('_'),
      draw: async () => drawSignInSheet(await signInSheetFacts(staff, course, lesson)),
      page: href('/admin/courses/:course/iscritti/firme', { course: course.id }),
    }
  })
}
