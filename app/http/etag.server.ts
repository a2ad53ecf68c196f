import { createHash } from 'node:crypto'

/** Answers 304 where the client has the same body. */
export function answerWithETag(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  init: Record<string, string>,
): Response {
  const etag = etagOf(body)
  const headers = new Headers({ ...init, ETag: `W/${etag}` })
  return matchesETag(request.headers.get('If-None-Match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

export function etagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function matchesETag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',') ?? []
  return tags.map((each) => each.trim().replace(/^W\//, '')).some((each) => each === etag || each === '*')
}
