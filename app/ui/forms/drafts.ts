/**
 * Parameters with which one page has several forms: the course (`da`) or the message (`base`) that a new one copies,
 * and the ids of the chosen enrolments (`a`) or the audience (`chi`) whom it is for.
 */
const FORM_PARAMETERS = ['da', 'base', 'a', 'chi']

/**
 * Returns the key of a draft in the session storage. A draft is text of a form that was not sent, not the state 'Bozza'
 * of a course. `owner`: as in `OwnerContext`; `page`: the path with its query; the parameters that do not tell its
 * forms apart are left out.
 */
function keyOf(owner: string | undefined, page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://page')
  const parameters = [...searchParams].filter(([name]) => FORM_PARAMETERS.includes(name))
  const query = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  return `bozza ${owner ?? ''} ${pathname}${query}`
}

/** Returns the draft of a page that its owner has stored; undefined without one. */
export function readDraft<Draft>(owner: string | undefined, page: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(owner, page)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the draft of a page for `readDraft`; does nothing if the browser refuses to store it. */
export function storeDraft(owner: string | undefined, page: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(owner, page), JSON.stringify(draft))
  } catch {}
}

/** Deletes the draft of a page that its owner has stored. */
export function forgetDraft(owner: string | undefined, page: string): void {
  try {
    sessionStorage.removeItem(keyOf(owner, page))
  } catch {}
}
