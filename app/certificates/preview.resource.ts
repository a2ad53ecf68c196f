import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { EMAIL_SEPARATOR } from '../audit/record.server'
import { courseByKey } from '../courses/office.queries.server'
import { drawCertificatePreview } from '../papers/certificate.server'
import { respondWithPaper } from '../papers/response.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/preview.resource'
import { certificateCandidates } from './candidates.queries.server'
import { certificateFactsOf } from './facts.server'
import { lacksOf, PREVIEWED_MOST } from './rules'

/**
 * Serves a trial PDF of the attestati that the enrolments in `?a` would get today, a page each, at most
 * `PREVIEWED_MOST`. Without `?a` it shows one person: the first who lacks nothing, else the first of all. No file is
 * stored; the audit log records the preview.
 */
export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  const candidates = course ? await certificateCandidates(staff, course) : []
  const chosenIds = new Set(url.searchParams.getAll('a'))
  const chosen = candidates.filter(({ id }) => chosenIds.has(id)).slice(0, PREVIEWED_MOST)
  const example = candidates.find(({ eligibility }) => lacksOf(eligibility).length === 0) ?? candidates[0]
  const people = chosenIds.size > 0 || !example ? chosen : [example]
  if (!course || people.length === 0) return new Response('Qui non c’è nessuna iscrizione.', { status: 404 })
  // A preview prints neither its number nor its code.
  const trial = { number: '', code: 'prova', day: today(), replaces: null }
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: `prova_attestato_${course.slug}`,
      draw: () => drawCertificatePreview(people.map((person) => certificateFactsOf(person, course, trial))),
      page: href('/admin/courses/:course/attestati', { course: course.id }),
      logDetails: { course: course.title, user: people.map(({ email }) => email).join(EMAIL_SEPARATOR) },
    },
  )
}
