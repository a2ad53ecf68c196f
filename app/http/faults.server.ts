import { data } from 'react-router'
import { log } from '../runtime/log.server'
import { errorToast, type Toast } from '../ui/toast'
import { redirectWith } from './flash.server'

/** Ends a sentence that says what failed. */
export const NO_ANSWER = 'il servizio non risponde, riprova tra poco'

/** Runs a form action. An error is logged and shown in a toast with 503; the page keeps what was typed. */
export async function withErrorToast<Result>(sentence: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (fault) {
    return data({ toasts: [told(fault, sentence)] }, { status: 503 })
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
export async function orRedirect<Result>(
  page: string,
  sentence: string,
  work: PromiseLike<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (fault) {
    throw await redirectWith(page, told(fault, sentence))
  }
}

/**
 * Loads a page in sections. A section that fails shows `instead`; each sentence is shown once in a toast, and `answer`
 * responds with 503. `more`: further toasts.
 */
export function loadSections() {
  const faults: Toast[] = []
  return {
    async part<Result>(sentence: string, work: PromiseLike<Result>, instead: Result): Promise<Result> {
      try {
        return await work
      } catch (fault) {
        const toast = told(fault, sentence)
        if (!faults.some(({ description }) => description === toast.description)) faults.push(toast)
        return instead
      }
    },
    answer<Shown extends object>(shown: Shown, ...more: Toast[]) {
      return data({ ...shown, toasts: [...faults, ...more] }, { status: faults.length > 0 ? 503 : 200 })
    },
  }
}

/** A thrown response, such as a redirect, is thrown on. */
function told(fault: unknown, sentence: string): Toast {
  if (!(fault instanceof Error)) throw fault
  log.error({ err: fault, told: sentence }, 'a fault was told')
  return errorToast(`${sentence}: ${NO_ANSWER}`)
}
