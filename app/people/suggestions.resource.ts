import { suggestPeople } from '../accounts/queries.server'
import { staffFrom } from '../accounts/session/session.server'
import type { Route } from './+types/suggestions.resource'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { people: await suggestPeople(staffFrom(context), url.searchParams.get('q') ?? '') }
}
