import { href } from 'react-router'
import type { Route } from './+types/blank-register.resource'
import { drawBlankRegister } from './lesson-sheets.server'
import { blankRegisterFacts } from './queries.server'
import { respondWithCoursePaper } from './response.server'

/** Serves the register of an edition, to be filled in by hand, as a PDF. */
export function loader(args: Route.LoaderArgs) {
  return respondWithCoursePaper(args, (staff, course) => ({
    name: `registro_in_bianco_${course.slug}`,
    draw: async () => drawBlankRegister(await blankRegisterFacts(staff, course)),
    page: href('/admin/courses/:course/lezioni', { course: course.id }),
  }))
}
