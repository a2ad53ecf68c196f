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

type ExportLimit = keyof typeof EXPORT_LIMITS

type CsvExport = {
  /** The name of the file before the date: 'audit_logs'. */
  name: string
  columns: readonly string[]
  /** Batches of rows. */
  rows: AsyncGenerator<readonly (readonly Cell[])[]>
  /** What selected the rows, for the log. */
  filters?: Record<string, string>
  /** Which limit the export counts towards. */
  limit: ExportLimit
  /** The path of the page on which a refusal or an error is shown. */
  page: string
}
type RequestArgs = { request: Request; url: URL }

/** Hands out rows as a CSV file, as `handOut`, with today's date in its name. */
export function exportCsv(
  staff: Staff,
  requestArgs: RequestArgs,
  { name, columns, rows, filters, limit, page }: CsvExport,
): Promise<Response> {
  const file = `${name}_${today()}.csv`
  const write = () => respondWithCsv(file, columns, rows)
  return handOut(staff, requestArgs, {
    file,
    headers: csvHeaders(file),
    write,
    logDetails: filters,
    limit,
    page,
  })
}

type HandedOutFile = {
  /** The name of the file. */
  file: string
  headers: Record<string, string>
  /** Creates the response, after reading whatever may fail with a sentence for the user. */
  write: () => Promise<Response>
  /** What the file is about, or what selected its rows. */
  logDetails?: Record<string, string> | undefined
  /** As in `CsvExport`. */
  limit: ExportLimit
  page: string
}

/**
 * Hands out a file within the limit of exports and records that in the log. Beyond the limit, or after an error, a
 * browser returns to `page` with a toast, and a program gets 429 or 503. Refuses a request that nobody made on purpose
 * with 403. A HEAD request gets the headers alone, and does not count.
 */
export async function handOut(
  member: Member,
  { request, url }: RequestArgs,
  { file, headers, write, logDetails = {}, limit, page }: HandedOutFile,
): Promise<Response> {
  // A client-side navigation asks for `.data`: the browser itself must load a file.
  if (new URL(request.url).pathname.endsWith('.data')) return redirectDocument(url.pathname + url.search)
  const refusal = refuseUnintended(request)
  if (refusal) return refusal
  if (request.method === 'HEAD') return new Response(null, { headers })

  const { allowed, retryAfter } = await countAttempt(`export ${limit} ${member.id}`, EXPORT_LIMITS[limit])
  if (!allowed) {
    const sentence = limitSentence(EXPORT_LIMITS[limit].hits, retryAfter)
    return failureResponse(request, page, 429, sentence, { 'Retry-After': String(retryAfter) })
  }

  try {
    const response = await write()
    await inTransaction((tx) =>
      record(tx, member, { action: 'create', entity: 'exports', id: file, details: { file, ...logDetails } }),
    )
    return response
  } catch (fault) {
    log.error({ err: fault }, 'export failed')
    const sentence =
      fault instanceof ReadError ? fault.message : 'Impossibile caricare i dati: riprova tra poco'
    return failureResponse(request, page, 503, sentence, {})
  }
}

/**
 * Refuses a prefetch, and a request that another site has caused: they must not use up the limit. A typed address and a
 * program pass.
 */
function refuseUnintended(request: Request): Response | null {
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

/** The page, with its search parameters in the browser if the request came from that page. */
function withPageSearch(request: Request, page: string): string {
  const from = URL.parse(request.headers.get('Referer') ?? '')
  return from?.pathname === page ? page + from.search : page
}

function failureResponse(
  request: Request,
  page: string,
  status: number,
  sentence: string,
  headers: HeadersInit,
) {
  if (/\btext\/html\b/.test(request.headers.get('Accept') ?? '')) {
    return redirectWith(withPageSearch(request, page), errorToast(sentence))
  }
  return new Response(sentence, { status, headers })
}
