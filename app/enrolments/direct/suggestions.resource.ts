import { staffFrom } from '../../accounts/session/session.server'
import { SEARCH_LIMIT } from '../../courses/rules'
import type { Route } from './+types/suggestions.resource'
import { coursesToChoose } from './enrol.queries.server'

/** The courses that the form suggests for a typed text, as JSON. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = (url.searchParams.get('corsi') ?? '').replaceAll('\0', '').slice(0, SEARCH_LIMIT)
  return Response.json({ courses: await coursesToChoose(staffFrom(context), text) })
}
