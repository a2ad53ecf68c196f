import { href } from 'react-router'
import { EMAIL_SEPARATOR } from '../audit/record.server'
import { drawCertificatePreview } from '../papers/certificate.server'
import { respondWithCoursePaper } from '../papers/response.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/preview.resource'
import { certificateCandidates } from './candidates.queries.server'
import { certificateFactsOf } from './facts.server'
import { PREVIEWED_MOST } from './rules'

/**
 * Serves a trial PDF of the attestati that the enrolments in `?a` would get today, a page each, at most
 * `PREVIEWED_MOST`. Without `?a` it shows one person: the first who lacks nothing, else the first of all. No file is
 * stored; the audit log records the preview.
 */
export function loader(args: Route.LoaderArgs) {
  return respondWithCoursePaper(args, async (staff, course) => {
    const candidates = await certificateCandidates(staff, course)
    const chosenIds = args.url.searchParams.getAll('a')
    const example = candidates.find(({ lacks }) => lacks.length === 0) ?? candidates[0]
    const people =
      chosenIds.length > 0 || !example
        ? candidates.filter(({ id }) => chosenIds.includes(id)).slice(0, PREVIEWED_MOST)
        : [example]
    if (people.length === 0) return new Response('Qui non c’è nessuna iscrizione.', { status: 404 })
    // A preview prints neither its number nor its code.
    const trial = { number: '', code: 'prova', day: today(), replaces: null }
    return {
      name: `prova_attestato_${course.slug}`,
      draw: () => drawCertificatePreview(people.map((person) => certificateFactsOf(person, course, trial))),
      page: href('/admin/courses/:course/attestati', { course: course.id }),
      logDetails: { course: course.title, user: people.map(({ email }) => email).join(EMAIL_SEPARATOR) },
    }
  })
}
