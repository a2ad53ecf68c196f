/**
 * Returns the key of a draft in the session storage: the path of its page, and the parameter `da`, the course from
 * which a new edition is made. If the storage refuses, no draft is stored.
 */
function keyOf(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://page')
  const from = searchParams.get('da')
  return `bozza ${pathname}${from ? `?da=${from}` : ''}`
}

/** Returns the stored draft of a page; undefined without one. */
export function readDraft<Draft>(page: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(page)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the draft of a page for `readDraft`. */
export function storeDraft(page: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(page), JSON.stringify(draft))
  } catch {}
}

/** Deletes the draft of a page. */
export function forgetDraft(page: string): void {
  try {
    sessionStorage.removeItem(keyOf(page))
  } catch {}
}
