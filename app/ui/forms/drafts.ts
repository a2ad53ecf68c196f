/** Parameters of an address that give one page several forms: what a new one copies, and the people it is for. */
const PARAMETERS = ['da', 'base', 'a', 'chi']

/**
 * Returns the key of a draft in the session storage: the path of its page, with those of its parameters that tell its
 * forms apart. If the storage refuses, no draft is stored.
 */
function keyOf(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://page')
  const parameters = [...searchParams].filter(([name]) => PARAMETERS.includes(name))
  return `bozza ${pathname}${parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''}`
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
