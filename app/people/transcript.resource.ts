import { personPage } from '../accounts/pages.rules'
import { staffFrom } from '../accounts/session/session.server'
import { transcriptFor } from '../certificates/transcript.queries.server'
import { respondWithPaper } from '../papers/response.server'
import { drawTranscript } from '../papers/transcript.server'
import type { Route } from './+types/transcript.resource'
import { personOr404 } from './person.queries.server'

/** Serves the transcript of a person as PDF: courses, hours and attestati. The log records about whom it is. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const staff = staffFrom(context)
  const person = await personOr404(staff, params.person)
  return respondWithPaper(
    staff,
    { request, url },
    {
      name: 'riepilogo_formazione',
      draw: async () => drawTranscript(await transcriptFor(staff, person)),
      page: personPage(person.id),
      logDetails: { user: person.email },
    },
  )
}
