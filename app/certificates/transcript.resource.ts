import { href } from 'react-router'
import { memberFrom } from '../accounts/session/session.server'
import { respondWithPaper } from '../papers/response.server'
import { drawTranscript } from '../papers/transcript.server'
import type { Route } from './+types/transcript.resource'
import { ownTranscript } from './transcript.queries.server'

/** Serves the member's transcript: courses, hours and attestati. */
export function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  const member = memberFrom(context)
  const draw = async () => drawTranscript(await ownTranscript(member))
  const page = href('/dashboard')
  return respondWithPaper(
    member,
    { request, url },
    { name: 'riepilogo_formazione', draw, page, logDetails: {} },
  )
}
