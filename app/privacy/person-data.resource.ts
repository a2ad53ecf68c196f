import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { handOut } from '../audit/export.server'
import { historyOf } from '../audit/person.queries.server'
import { personById } from '../people/people.queries.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/person-data.resource'
import { dataForOffice, streamCopy } from './queries.server'

/** Streams the copy of a person's data as JSON, which an administrator gives to the person; the log names both. */
export async function loader({ params, context, request, url }: Route.LoaderArgs): Promise<Response> {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  const file = `dati_${today()}.json`
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  }
  const write = async () =>
    new Response(streamCopy(await dataForOffice(admin, person), historyOf(person)), { headers })
  const page = href('/admin/people/:person', { person: person.id })
  const filters = { user: person.email }
  return handOut(
    admin,
    { request, url },
    { file, headers, write, logDetails: filters, limit: 'ownData', page },
  )
}
