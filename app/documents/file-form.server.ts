import { data, type MiddlewareFunction } from 'react-router'
import { NO_RESPONSE, redirectWith, withFlash } from '../http/toasts.server'
import { log } from '../runtime/log.server'
import { sentByScript } from '../storage/uploads.server'
import { errorToast, type Toast } from '../ui/toast'
import type { FileFormProblem } from './file-form'
import { explainDocumentRefusal, type FileRefusal, toastOfRefusal } from './rules'

/**
 * What became of the form of a file. Either its work is done, and the browser goes on to `location` with a toast; or
 * the file was refused, with an HTTP status.
 */
export type FileOutcome = { location: string; toast: Toast } | (FileFormProblem & { status: number })

/** Refusals that are faults of the site: they answer 503, the others 400. */
const FAULTS: FileRefusal[] = ['upload-failed', 'path-failed']

/** The outcome of a form whose file is refused. `sentence`: shown at the field and in the toast. */
export function refusedOutcome(
  refusal: FileRefusal,
  sentence = explainDocumentRefusal({ refusal }),
): FileFormProblem & { status: number } {
  const toast: Toast = { tone: 'destructive', ...toastOfRefusal(refusal), description: sentence }
  return { errors: { file: sentence }, toast, status: FAULTS.includes(refusal) ? 503 : 400 }
}

/** The outcome of a form whose removal of the present file was refused. `subject`: 'il PDF', 'la foto'. */
export function refusedRemoval(refusal: FileRefusal, subject: string): FileFormProblem & { status: number } {
  const toast = errorToast(`Impossibile rimuovere ${subject}: ${explainDocumentRefusal({ refusal })}`)
  return { errors: {}, toast, status: 400 }
}

/** The outcome of a form after a fault that kept it from its act, such as 'rimuovere il PDF'. */
export function failedAct(act: string): FileFormProblem & { status: number } {
  return { errors: {}, toast: errorToast(`Impossibile ${act}: ${NO_RESPONSE}`), status: 503 }
}

/**
 * Awaits `work`. If it throws an error, logs the error and returns `failed`, by default a refused file with 503; a
 * thrown response passes.
 */
export function refuseOnFault(
  work: Promise<FileOutcome>,
  failed: FileOutcome = refusedOutcome('path-failed'),
): Promise<FileOutcome> {
  return work.catch((fault) => {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'The form of a file could not be answered')
    return failed
  })
}

/** Middleware: answers with JSON a form that a script sent, since a redirect would lose the toast. Others pass. */
export function answerScript<Args extends { request: Request }>(
  receive: (args: Args) => Promise<FileOutcome>,
): MiddlewareFunction<Response> {
  return async (args, next) => {
    if (!sentByScript(args.request)) return next()
    const outcome = await receive(args as unknown as Args)
    if (!('location' in outcome)) return Response.json(outcome, { status: outcome.status })
    return Response.json({ location: outcome.location }, await withFlash(outcome.toast))
  }
}

/** Answers a form that was posted without a script. */
export function answerForm(outcome: FileOutcome) {
  return 'location' in outcome
    ? redirectWith(outcome.location, outcome.toast)
    : data(outcome, { status: outcome.status })
}
