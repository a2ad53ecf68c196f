import { data, redirect } from 'react-router'
import { log } from '../runtime/log.server'
import type { FormErrors } from '../ui/forms/error-summary'
import { errorToast, type Toast } from '../ui/toast'
import { signedCookie } from './cookies.server'

/** Most characters of a description, since browsers drop a cookie over 4 KB. */
const DESCRIPTION_LENGTH = 400
const cookie = signedCookie<Toast[]>('avviso')

/** Returns a `Set-Cookie` header that shows the toast on the next page. */
export function flash(toast: Toast): Promise<string> {
  return cookie.write([{ ...toast, description: toast.description?.slice(0, DESCRIPTION_LENGTH) }])
}

/** Adds a toast for the next page to a response init. */
export async function withFlash(
  toast: Toast,
  init: ResponseInit = {},
): Promise<ResponseInit & { headers: Headers }> {
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', await flash(toast))
  return { ...init, headers }
}

/** Redirects, with a toast on the next page. */
export async function redirectWith(url: string, toast: Toast, init?: ResponseInit): Promise<Response> {
  return redirect(url, await withFlash(toast, init))
}

/** Returns the toasts for this page, and the headers that remove their cookie. */
export async function readFlash(request: Request): Promise<{ toasts: Toast[]; headers: Headers }> {
  const toasts = await cookie.read(request)
  const headers = new Headers()
  if (toasts) headers.append('Set-Cookie', await cookie.clear())
  return { toasts: toasts ?? [], headers }
}

/** What follows the sentence that says what failed. */
export const NO_RESPONSE = 'il servizio non risponde, riprova tra poco'

/**
 * Runs a form action. An error is logged and shown in a toast with 503, on its page. `sentence`: what failed; `typed`:
 * what the page needs to show the form as it was sent.
 */
export async function withErrorToast<Result, Typed extends object = object>(
  sentence: string,
  work: () => Promise<Result>,
  typed?: Typed,
) {
  try {
    return await work()
  } catch (fault) {
    return data({ ...(typed as Typed), toasts: [logFault(fault, sentence)] }, { status: 503 })
  }
}

/** The problem of a form that could not be answered. */
export const NO_RESPONSE_PROBLEM = 'Il servizio non risponde: riprova tra poco.'

/**
 * Runs the action of a form that tells a refusal as its `problem`, such as a form of visitors. An error is logged and
 * is the problem of the form, with 503. `typed`: what the page needs to show the form as it was sent.
 */
export async function withErrorProblem<Result, Typed extends object = object>(
  work: () => Promise<Result>,
  typed?: Typed,
) {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'form not answered')
    const result = { ...(typed as Typed), problem: NO_RESPONSE_PROBLEM }
    return data<Typed & FormErrors>(result, { status: 503 })
  }
}

/**
 * Runs an action that has no page of its own. An error is logged and shown on `page`, which needs no database to open.
 */
export async function withErrorRedirect(
  page: string,
  toast: Toast,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'request failed')
    return redirectWith(page, toast)
  }
}

/**
 * Awaits the data of a dialog or page, or an action without a page of its own. An error is logged, and leads to `page`
 * with a toast; `sentence`: what failed.
 */
export async function readOrRedirect<Result>(
  page: string,
  sentence: string,
  work: PromiseLike<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (fault) {
    throw await redirectWith(page, logFault(fault, sentence))
  }
}

/**
 * Loads a page in sections. A section that fails shows `fallback`; its sentence is shown once in a toast, and `respond`
 * then responds with 503. `toasts`: further toasts.
 */
export function loadSections() {
  const faultToasts: Toast[] = []
  return {
    async loadSection<Result>(
      sentence: string,
      work: PromiseLike<Result>,
      fallback: Result,
    ): Promise<Result> {
      try {
        return await work
      } catch (fault) {
        const toast = logFault(fault, sentence)
        if (!faultToasts.some(({ description }) => description === toast.description)) faultToasts.push(toast)
        return fallback
      }
    },
    respond<Content extends object>(content: Content, ...toasts: Toast[]) {
      const status = faultToasts.length > 0 ? 503 : 200
      return data({ ...content, toasts: [...faultToasts, ...toasts] }, { status })
    },
  }
}

/** Logs an error and returns its toast. A thrown response, such as a redirect, is thrown on. */
export function logFault(fault: unknown, sentence: string): Toast {
  if (!(fault instanceof Error)) throw fault
  log.error({ err: fault, sentence }, 'part of a request failed')
  return errorToast(`${sentence}: ${NO_RESPONSE}`)
}
