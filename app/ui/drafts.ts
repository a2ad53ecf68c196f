/**
 * What is typed into the form of a page, kept in this tab (session storage). A browser may refuse to store anything:
 * then a draft is not kept, and nothing else suffers.
 */
const keyOf = (pathname: string) => `bozza ${pathname}`

export function keptDraft<Draft>(pathname: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(pathname)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keepDraft(pathname: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(pathname), JSON.stringify(draft))
  } catch {}
}

export function forgetDraft(pathname: string): void {
  try {
    sessionStorage.removeItem(keyOf(pathname))
  } catch {}
}
