import { FUNCTIONS } from './contract'
import { openApi } from './openapi.server'

export function loader(): Response {
  return Response.json(openApi(FUNCTIONS), { headers: { 'Cache-Control': 'public, max-age=3600' } })
}
