import { href } from 'react-router'
import { respondWithCoursePaper } from '../papers/response.server'
import type { Route } from './+types/dossier.resource'
import { dossierOf } from './dossier.server'

/** Serves programme, registers and attestati of an edition as one ZIP file, for inspectors. */
export function loader(args: Route.LoaderArgs) {
  return respondWithCoursePaper(args, (staff, course) => ({
    name: `fascicolo_${course.slug}`,
    extension: 'zip',
    draw: () => dossierOf(staff, course),
    page: href('/admin/courses/:course/attestati', { course: args.params.course }),
  }))
}
