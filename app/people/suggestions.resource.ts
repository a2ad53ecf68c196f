import { suggestPeople } from '../accounts/queries.server'
import { staffFrom } from '../accounts/session/session.server'
import type { Route } from './+types/suggestions.resource'

/** Suggests people for what the office types into a field (`q`). */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { people: await suggestPeople(staffFrom(context), url.searchParams.get('q') ?? '') }
}
