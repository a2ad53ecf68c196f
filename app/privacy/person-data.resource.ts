import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { personById } from '../people/people.queries.server'
import type { Route } from './+types/person-data.resource'
import { handOutCopy } from './copy.server'
import { dataForOffice } from './queries.server'

/** Streams the copy of a person's data as JSON, which an administrator gives to the person; the log names both. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  return handOutCopy(admin, { request, url }, person, {
    data: () => dataForOffice(admin, person),
    page: href('/admin/people/:person', { person: person.id }),
    logDetails: { user: person.email },
  })
}
