/**
 * Parameters with which one page has several forms: the course (`da`) or the message (`base`) that a new one copies, and
 * the person (`a`) or the people (`chi`) whom it is for.
 */
const FORM_PARAMETERS = ['da', 'base', 'a', 'chi']

/**
 * Returns the key of a draft in the session storage. A draft is text of a form that was not sent, not the state 'Bozza'
 * of a course. `page`: the path with its query; the parameters that do not tell its forms apart are left out.
 */
function keyOf(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://page')
  const parameters = [...searchParams].filter(([name]) => FORM_PARAMETERS.includes(name))
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

/** Stores the draft of a page for `readDraft`; does nothing if the browser refuses to store it. */
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
