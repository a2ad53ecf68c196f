import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { personOr404 } from '../people/person.queries.server'
import type { Route } from './+types/person-data.resource'
import { handOutCopy } from './copy.server'
import { dataForOffice } from './queries.server'

/** Streams the copy of a person's data as JSON, which an administrator gives to the person; the log names both. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const admin = adminFrom(context)
  const person = await personOr404(admin, params.person)
  return handOutCopy(admin, { request, url }, person, {
    data: () => dataForOffice(admin, person),
    page: href('/admin/people/:person', { person: person.id }),
    logDetails: { user: person.email },
  })
}
