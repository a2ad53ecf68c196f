import { createHash } from 'node:crypto'

// hono/etag reads every response whole to hash it, a streamed download too.

/** Responds with a body and its ETag; with 304 to a client that has the same body already. */
export function respondWithETag(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  init: Record<string, string>,
): Response {
  const etag = createETag(body)
  const headers = new Headers({ ...init, ETag: `W/${etag}` })
  return matchesETag(request.headers.get('If-None-Match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

export function createETag(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether an If-None-Match header names the ETag, by the weak comparison of RFC 9110. */
export function matchesETag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
