import { href } from 'react-router'
import { redirectWith } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/register.resource'
import { closedRegisterFacts } from './queries.server'
import { drawClosedRegister } from './register.server'
import { respondWithCoursePaper } from './response.server'

/** Serves the closed registers of an edition as a PDF. `?lezione`: number of the only lesson. */
export function loader(args: Route.LoaderArgs) {
  return respondWithCoursePaper(args, async (staff, course) => {
    const page = href('/admin/courses/:course/lezioni', { course: args.params.course })
    const facts = await closedRegisterFacts(staff, course, args.url.searchParams.get('lezione'))
    if (!facts) return redirectWith(page, errorToast('Non c’è ancora nessun registro chiuso da stampare'))
    const [lesson] = facts.lessons
    const day = facts.isOneLesson && lesson ? `_${lesson.startDate}` : ''
    return { name: `registro_${course.slug}${day}`, draw: () => drawClosedRegister(facts), page }
  })
}
