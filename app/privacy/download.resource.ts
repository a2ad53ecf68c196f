import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import type { Member } from '../accounts/rules'
import { memberFrom } from '../accounts/session/session.server'
import { handOut } from '../audit/export.server'
import { historyOf } from '../audit/person.queries.server'
import { company } from '../content/company'
import { today } from '../runtime/clock'
import type { Route } from './+types/download.resource'
import { dataOf } from './queries.server'

/** GDPR, articles 15 and 20: one JSON file, streamed. */
export function loader({ context, request, url }: Route.LoaderArgs): Promise<Response> {
  const member = memberFrom(context)
  const file = `dati_${today()}.json`
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  }
  const write = async () => new Response(await written(member), { headers })
  return handOut(member, { request, url }, { file, headers, write, limit: 'ownData', page: ACCOUNT_PATH })
}

async function written(member: Member): Promise<ReadableStream> {
  const data = {
    titolare: `${company.legalName}, ${company.email}`,
    creato: new Date(),
    ...(await dataOf(member)),
  }
  const history = historyOf(member)
  async function* text() {
    yield `${JSON.stringify(data, null, 2).slice(0, -2)},\n  "registro_attivita": [`
    let first = true
    for await (const entries of history)
      for (const entry of entries) {
        yield `${first ? '' : ','}\n    ${JSON.stringify(entry)}`
        first = false
      }
    yield '\n  ]\n}\n'
  }
  return createReadableStreamFromReadable(Readable.from(text()))
}
