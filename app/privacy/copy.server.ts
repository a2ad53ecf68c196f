import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { Member } from '../accounts/rules'
import { handOut } from '../audit/export.server'
import { historyOf } from '../audit/person.queries.server'
import { today } from '../runtime/clock'
import { siteSettings } from '../site/settings'
import type { DataSubject } from './queries.server'

/**
 * Hands out the copy of a person's data as a file (`handOut`). `data`: reads it; `page`: where a refusal or an error is
 * shown; `logDetails`: whom the copy is about, if not the actor.
 */
export function handOutCopy(
  actor: Member,
  requestArgs: { request: Request; url: URL },
  person: DataSubject,
  { data, page, logDetails }: { data: () => Promise<object>; page: string; logDetails?: { user: string } },
): Promise<Response> {
  const file = `dati_${today()}.json`
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  }
  const write = async () => new Response(streamCopy(await data(), historyOf(person)), { headers })
  return handOut(actor, requestArgs, { file, headers, write, logDetails, limit: 'ownData', page })
}

/**
 * Writes a copy of a person's data as one JSON object: the controller of the data (`titolare`), when the copy was made
 * (`creato`), all of `data`, and the history (`registro_attivita`), which is read batch by batch.
 */
function streamCopy(data: object, history: ReturnType<typeof historyOf>): ReadableStream {
  const copyWithoutHistory = {
    titolare: `${siteSettings().company.legalName}, ${siteSettings().company.email}`,
    creato: new Date(),
    ...data,
  }
  async function* text() {
    // Without the line end and brace that close the object.
    yield `${JSON.stringify(copyWithoutHistory, null, 2).slice(0, -2)},\n  "registro_attivita": [`
    let isFirst = true
    for await (const entries of history)
      for (const entry of entries) {
        yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`
        isFirst = false
      }
    yield '\n  ]\n}\n'
  }
  return createReadableStreamFromReadable(Readable.from(text()))
}
