import { redirectDocument } from 'react-router'
import type { Admin, Member } from '../accounts/rules'
import { inTransaction } from '../database/client.server'
import { type Cell, csvFile, csvHeaders, Unreadable } from '../http/csv.server'
import { redirectWith } from '../http/flash.server'
import { hit } from '../http/rate-limit.server'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import { errorToast } from '../ui/toast'
import { record } from './record.server'

/** How many files one person may export in an hour: `lists` are courses and rosters (quality §5). */
const HOURLY = { log: 6, lists: 60, own: 6 }
type Limit = keyof typeof HOURLY

type Export = {
  /** The name of the file before the day: 'audit_logs'. */
  name: string
  columns: readonly string[]
  rows: AsyncGenerator<readonly (readonly Cell[])[]>
  /** What was chosen, for the log. */
  filters?: Record<string, string>
  limit: Limit
  /** Where the button stands: a browser is led back there when there is no file. */
  page: string
}
type RequestContext = { request: Request; url: URL }

/** Answers with a file for a spreadsheet. */
export function exportFile(
  admin: Admin,
  requestContext: RequestContext,
  { name, columns, rows, filters, limit, page }: Export,
): Promise<Response> {
  const file = `${name}_${today()}.csv`
  const write = () => csvFile(file, columns, rows)
  return handOut(admin, requestContext, { file, headers: csvHeaders(file), write, filters, limit, page })
}

type File = {
  file: string
  headers: Record<string, string>
  /** The answer with the file; reads as much beforehand as may still fail in words. */
  write: () => Promise<Response>
  filters?: Record<string, string> | undefined
  limit: Limit
  page: string
}

/**
 * What every export does: nobody but a person who presses the button (or types the address) starts one, it is
 * counted and recorded, and the rows go out as they are read. To a browser that came from a page a refusal is a
 * toast on that page; any other caller gets the status.
 */
export async function handOut(
  member: Member,
  { request, url }: RequestContext,
  { file, headers, write, filters = {}, limit, page }: File,
): Promise<Response> {
  // A link inside the application asks for data: a file is for the browser itself.
  if (new URL(request.url).pathname.endsWith('.data')) return redirectDocument(url.pathname + url.search)
  const uncalledFor = refuseUncalledFor(request)
  if (uncalledFor) return uncalledFor
  if (request.method === 'HEAD') return new Response(null, { headers })

  const { allowed, retryAfter } = await hit(`export ${limit} ${member.id}`, {
    hits: HOURLY[limit],
    seconds: 60 * 60,
  })
  if (!allowed) {
    const sentence = tooMany(HOURLY[limit], retryAfter)
    return tell(request, page, 429, sentence, { 'Retry-After': String(retryAfter) })
  }

  try {
    const response = await write()
    await inTransaction((tx) =>
      record(tx, member, { action: 'create', entity: 'exports', id: file, details: { file, ...filters } }),
    )
    return response
  } catch (fault) {
    log.error({ err: fault }, 'export failed')
    const sentence =
      fault instanceof Unreadable ? fault.message : 'Impossibile caricare i dati: riprova tra poco'
    return tell(request, page, 503, sentence, {})
  }
}

/** A page of another site, or a browser that reads ahead, must neither use up the limit nor fill the log. */
function refuseUncalledFor(request: Request): Response | null {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  const ahead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  if (!ahead && (site === 'none' || site === 'same-origin')) return null
  return new Response('Esportazione rifiutata: premi il pulsante nella pagina.', { status: 403 })
}

function tooMany(files: number, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'un minuto' : `${minutes} minuti`
  return `Puoi esportare al massimo ${files} file all’ora: riprova tra ${wait}.`
}

/** The page with what its address said when the button was pressed: what was searched for, and which part. */
function asItWas(request: Request, page: string): string {
  const from = URL.parse(request.headers.get('Referer') ?? '')
  return from?.pathname === page ? page + from.search : page
}

function tell(request: Request, page: string, status: number, sentence: string, headers: HeadersInit) {
  if (/\btext\/html\b/.test(request.headers.get('Accept') ?? '')) {
    return redirectWith(asItWas(request, page), errorToast(sentence))
  }
  return new Response(sentence, { status, headers })
}
