import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { memberFrom } from '../accounts/session/session.server'
import type { Route } from './+types/download.resource'
import { handOutCopy } from './copy.server'
import { dataOf } from './queries.server'

/** Streams all data about the member as one JSON file (GDPR, articles 15 and 20). */
export function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  const member = memberFrom(context)
  return handOutCopy(member, { request, url }, member, { data: () => dataOf(member), page: ACCOUNT_PATH })
}
