import { ReadableStream } from 'node:stream/web'
import { createETag, matchesETag } from '../http/etag.server'
import { redirectWith } from '../http/toasts.server'
import { log } from '../runtime/log.server'
import type { Bucket } from './files.server'

/**
 * Streams the file at `path` as an attachment with this `name`; null if the file is missing. Its ETag is made of path
 * and name, since a path never gets other content: a matching one is answered with 304 before the file is looked for.
 * The headers keep browsers from showing the file on our origin.
 */
export async function download(
  request: Request,
  files: Bucket,
  { path, name, type, cacheControl }: { path: string; name: string; type: string; cacheControl: string },
): Promise<Response | null> {
  const etag = createETag(`${path}\n${name}`)
  const headers = new Headers({ 'Cache-Control': cacheControl, ETag: etag })
  if (matchesETag(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })

  const file = await files.find(path)
  if (!file) return null
  headers.set('Content-Type', type)
  headers.set('Content-Length', String(file.size))
  headers.set('Content-Disposition', attachmentHeader(name))
  headers.set('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  headers.set('X-Content-Type-Options', 'nosniff')
  const body = request.method === 'HEAD' ? null : ReadableStream.from(streamFile(files, path))
  return new Response(body as BodyInit | null, { headers })
}

/**
 * Answers with the response of `answer`. An error is logged; for it and for a missing file (null) the answer is the
 * `sentence` about the failed download: a browser is led to `page` with a toast, a program gets a 503.
 */
export async function downloadOrExplain(
  request: Request,
  page: string,
  sentence: string,
  answer: () => Promise<Response | null>,
): Promise<Response> {
  const response = await answer().catch((error) => {
    log.error({ err: error }, 'A file could not be read')
    return null
  })
  if (response) return response
  if (request.headers.get('Accept')?.includes('text/html'))
    return redirectWith(page, {
      tone: 'destructive',
      title: 'Errore durante il download',
      description: sentence,
    })
  return plainAnswer(sentence, 503)
}

/** Answers with a sentence instead of a file. */
export function plainAnswer(sentence: string, status: number): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(sentence, { status, headers })
}

/** Opens the file at the first read, so that a response that is aborted before leaves no open file. */
async function* streamFile(files: Bucket, path: string) {
  yield* await files.stream(path)
}

/**
 * Returns the Content-Disposition of a file with this name, in an ASCII form and the exact one (RFC 6266, RFC 8187).
 */
export function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%;]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
