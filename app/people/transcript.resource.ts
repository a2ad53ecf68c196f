import { data, href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { transcriptFor } from '../certificates/transcript.queries.server'
import { respondWithPaper } from '../papers/response.server'
import { drawTranscript } from '../papers/transcript.server'
import type { Route } from './+types/transcript.resource'
import { personById } from './people.queries.server'

/** Serves the transcript of a person as PDF: courses, hours and attestati. The log records about whom it is. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const staff = staffFrom(context)
  const person = await personById(staff, params.person)
  if (!person) throw data(null, { status: 404 })
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: 'riepilogo_formazione',
      draw: async () => drawTranscript(await transcriptFor(staff, person)),
      page: href('/admin/people/:person', { person: person.id }),
      logDetails: { user: person.email },
    },
  )
}
