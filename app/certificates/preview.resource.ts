import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { drawCertificate } from '../papers/certificate.server'
import { respondWithPaper } from '../papers/response.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/preview.resource'
import { factsOf } from './facts.server'
import { caseOf } from './queries.server'

/** The attestato that an enrolment would get today, without number and code. No file is stored; the log names the download. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const certificateCase = await caseOf(staff, params.enrolment)
  if (!certificateCase) return new Response('Questa iscrizione non c’è.', { status: 404 })
  const { course, person } = certificateCase
  // A preview prints neither its number nor its code.
  const facts = factsOf(person, course, { number: '', code: 'anteprima', day: today(), replaces: null })
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `anteprima_attestato_${course.slug}`,
      draw: () => drawCertificate(facts, { isPreview: true }),
      page: href('/admin/courses/:course/attestati', { course: course.id }),
      of: { course: course.title, user: person.email },
    },
  )
}
