import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { drawCertificate } from '../papers/certificate.server'
import { respondWithPaper } from '../papers/response.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/preview.resource'
import { factsOf } from './facts.server'
import { caseOf } from './queries.server'

/** The attestato that an enrolment would get today, without number and code; nothing of it is stored. */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const found = await caseOf(staff, params.enrolment)
  if (!found) return new Response('Questa iscrizione non c’è.', { status: 404 })
  const { course, person } = found
  // The paper shows neither.
  const unsaid = { number: '', code: 'anteprima' }
  const facts = factsOf(person, course, { ...unsaid, day: today(), replaces: null })
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
