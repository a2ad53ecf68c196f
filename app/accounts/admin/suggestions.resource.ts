import { suggestPeople } from '../queries.server'
import { adminFrom } from '../session.server'
import type { Route } from './+types/suggestions.resource'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { people: await suggestPeople(adminFrom(context), url.searchParams.get('q') ?? '') }
}
