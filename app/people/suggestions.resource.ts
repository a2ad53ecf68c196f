import { suggestPeople } from '../accounts/queries.server'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/suggestions.resource'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { people: await suggestPeople(adminFrom(context), url.searchParams.get('q') ?? '') }
}
