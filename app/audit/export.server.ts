import { redirectDocument } from 'react-router'
import type { Member, Staff } from '../accounts/rules'
import { inTransaction } from '../database/client.server'
import { type Cell, csvHeaders, respondWithCsv } from '../http/csv.server'
import { countAttempt } from '../http/rate-limit.server'
import { EXPORT_LIMITS } from '../http/rate-limits.rules'
import { ReadError } from '../http/read-error.server'
import { redirectWith } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import { errorToast } from '../ui/toast'
import { record } from './record.server'

type Limit = keyof typeof EXPORT_LIMITS

type CsvExport = {
  /** The name of the file before the date: 'audit_logs'. */
  name: string
  columns: readonly string[]
  /** Batches of rows. */
  rows: AsyncGenerator<readonly (readonly Cell[])[]>
  /** What selected the rows, for the log. */
  filters?: Record<string, string>
  /** Which limit the export counts towards. */
  limit: Limit
  /** The path of the page on which a refusal or an error is shown. */
  page: string
}
type RequestContext = { request: Request; url: URL }

/** Hands out rows as a CSV file (`handOut`), with today's date in its name. */
export function exportFile(
  staff: Staff,
  requestContext: RequestContext,
  { name, columns, rows, filters, limit, page }: CsvExport,
): Promise<Response> {
  const file = `${name}_${today()}.csv`
  const write = () => respondWithCsv(file, columns, rows)
  return handOut(staff, requestContext, { file, headers: csvHeaders(file), write, filters, limit, page })
}

type HandedOutFile = {
  /** The name of the file. */
  file: string
  headers: Record<string, string>
  /** Creates the response, after reading whatever may fail with a sentence for the user. */
  write: () => Promise<Response>
  /** What the file is about, or what selected its rows, for the log. */
  filters?: Record<string, string> | undefined
  limit: Limit
  page: string
}

/**
 * Hands out a file within the limit of exports and records that in the log. A file beyond the limit or an error is a
 * toast on `page` for browsers, and a status for programs.
 */
export async function handOut(
  member: Member,
  { request, url }: RequestContext,
  { file, headers, write, filters = {}, limit, page }: HandedOutFile,
): Promise<Response> {
  // A client-side navigation asks for `.data`: the browser itself must load a file.
  if (new URL(request.url).pathname.endsWith('.data')) return redirectDocument(url.pathname + url.search)
  const refusal = refuseUnasked(request)
  if (refusal) return refusal
  if (request.method === 'HEAD') return new Response(null, { headers })

  const { allowed, retryAfter } = await countAttempt(`export ${limit} ${member.id}`, EXPORT_LIMITS[limit])
  if (!allowed) {
    const sentence = limitSentence(EXPORT_LIMITS[limit].hits, retryAfter)
    return failurePage(request, page, 429, sentence, { 'Retry-After': String(retryAfter) })
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
      fault instanceof ReadError ? fault.message : 'Impossibile caricare i dati: riprova tra poco'
    return failurePage(request, page, 503, sentence, {})
  }
}

/**
 * Refuses a prefetch, and a request that another site has caused: they must not use up the limit. A typed address and a
 * program pass.
 */
function refuseUnasked(request: Request): Response | null {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  const isPrefetch = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  if (!isPrefetch && (site === 'none' || site === 'same-origin')) return null
  return new Response('Esportazione rifiutata: premi il pulsante nella pagina.', { status: 403 })
}

function limitSentence(files: number, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'un minuto' : `${minutes} minuti`
  return `Puoi esportare al massimo ${files} file all’ora: riprova tra ${wait}.`
}

/** The page, with the search parameters that it has in the browser if the request came from there. */
function withPageSearch(request: Request, page: string): string {
  const from = URL.parse(request.headers.get('Referer') ?? '')
  return from?.pathname === page ? page + from.search : page
}

function failurePage(request: Request, page: string, status: number, sentence: string, headers: HeadersInit) {
  if (/\btext\/html\b/.test(request.headers.get('Accept') ?? '')) {
    return redirectWith(withPageSearch(request, page), errorToast(sentence))
  }
  return new Response(sentence, { status, headers })
}
