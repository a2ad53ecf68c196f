import { createHash } from 'node:crypto'

/** Answers with a small body that is at hand, or with 304 to whoever still holds the very same. */
export function answerWithETag(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  init: Record<string, string>,
): Response {
  const headers = new Headers({ ...init, ETag: `W/${etagOf(body)}` })
  return matchesETag(request.headers.get('If-None-Match'), etagOf(body))
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

/** A strong entity tag that stands for a text or for bytes. */
export function etagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether the asker, by this `If-None-Match`, holds what the tag stands for. */
export function matchesETag(asked: string | null | undefined, tag: string): boolean {
  const tags = asked?.split(',') ?? []
  return tags.map((each) => each.trim().replace(/^W\//, '')).some((each) => each === tag || each === '*')
}
