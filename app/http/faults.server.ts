import { data } from 'react-router'
import { log } from '../runtime/log.server'
import { errorToast, type Toast } from '../ui/toast'
import { redirectWith } from './flash.server'

/** Ends a sentence that says what failed. */
export const NO_RESPONSE = 'il servizio non risponde, riprova tra poco'

/** Runs a form action. An error is logged and shown in a toast with 503; the page keeps what was typed. */
export async function withErrorToast<Result>(sentence: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (fault) {
    return data({ toasts: [logFault(fault, sentence)] }, { status: 503 })
  }
}

/** Runs an action without a page. An error, an outage too, is logged and shown on `page`, which opens without a database. */
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

/** Reads the data of a dialog. An error is logged and shown on `page`, below the dialog. */
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
 * responds with 503. `toasts`: further toasts.
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
function logFault(fault: unknown, sentence: string): Toast {
  if (!(fault instanceof Error)) throw fault
  log.error({ err: fault, sentence }, 'part of a request failed')
  return errorToast(`${sentence}: ${NO_RESPONSE}`)
}
