import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { memberFrom } from '../accounts/session/session.server'
import { handOut } from '../audit/export.server'
import { historyOf } from '../audit/person.queries.server'
import { today } from '../runtime/clock'
import type { Route } from './+types/download.resource'
import { dataOf, streamCopy } from './queries.server'

/** Streams all data about the member as one JSON file (GDPR, articles 15 and 20). */
export function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  const member = memberFrom(context)
  const file = `dati_${today()}.json`
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  }
  const write = async () => new Response(streamCopy(await dataOf(member), historyOf(member)), { headers })
  return handOut(member, { request, url }, { file, headers, write, limit: 'ownData', page: ACCOUNT_PATH })
}
