import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import type { Route } from './+types/blank-register.resource'
import { drawBlankRegister } from './lesson-sheets.server'
import { blankRegisterFacts } from './queries.server'
import { respondWithPaper } from './response.server'

/** Serves the register of an edition, to be filled in by hand, as a PDF. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `registro_in_bianco_${course.slug}`,
      draw: async () => drawBlankRegister(await blankRegisterFacts(staff, course)),
      page: href('/admin/courses/:course/lezioni', { course: course.id }),
      logDetails: { course: course.title },
    },
  )
}
