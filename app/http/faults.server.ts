import { data } from 'react-router'
import { isOutage } from '../database/outage.server'
import { log } from '../runtime/log.server'
import { errorToast, type Toast } from '../ui/toast'
import { redirectWith } from './flash.server'

/** The end of a sentence that says what was not done or read; not only the database may be away. */
export const NO_ANSWER = 'il servizio non risponde, riprova tra poco'

/** Does what a form asks for. A fault is logged and told in a toast with 503: the page stays, and what was typed. */
export async function withErrorToast<Result>(sentence: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (fault) {
    return data({ toasts: [told(fault, sentence)] }, { status: 503 })
  }
}

/** Answers a form without a page. A fault is logged and told on `page`; while the database is away it stays one: 503. */
export async function withErrorRedirect(
  page: string,
  toast: Toast,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof Error) || isOutage(fault)) throw fault
    log.error({ err: fault }, 'request failed')
    return redirectWith(page, toast)
  }
}

/** Reads what a dialog shows. A fault is logged and told on the page below it, which is `page`. */
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
 * Reads a page in parts. Of a part that faults, `instead` is shown; the fault is logged, told in a toast, each
 * sentence once, and the answer with `shown` is 503. `more` are toasts of another kind.
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

/** An answer that was thrown, such as a redirect or 404, is no fault and goes on its way. */
function told(fault: unknown, sentence: string): Toast {
  if (!(fault instanceof Error)) throw fault
  log.error({ err: fault, told: sentence }, 'a fault was told')
  return errorToast(`${sentence}: ${NO_ANSWER}`)
}
