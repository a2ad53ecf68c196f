import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import { redirectWith } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/register.resource'
import { closedRegisterFacts } from './queries.server'
import { drawClosedRegister } from './register.server'
import { respondWithPaper } from './response.server'

/** Serves the closed registers of an edition as a PDF. `?lezione`: number of the only lesson. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const page = href('/admin/courses/:course/lezioni', { course: params.course })
  const facts = await closedRegisterFacts(staff, course, url.searchParams.get('lezione'))
  if (!facts) return redirectWith(page, errorToast('Non c’è ancora nessun registro chiuso da stampare'))
  const [lesson] = facts.lessons
  const day = url.searchParams.has('lezione') && lesson ? `_${lesson.startDate}` : ''
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `registro_${course.slug}${day}`,
      draw: () => drawClosedRegister(facts),
      page,
      logDetails: { course: course.title },
    },
  )
}
