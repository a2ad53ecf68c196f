import { data, type MiddlewareFunction } from 'react-router'
import { logFault, redirectWith, withFlash } from '../http/toasts.server'
import { sentByScript } from '../storage/uploads.server'
import { errorToast, type Toast } from '../ui/toast'
import type { FileFormProblem } from './file-form'
import { explainDocumentRefusal, type FileRefusal, SHOWN_FILE_FIELD, toastOfRefusal } from './rules'

/**
 * What became of the form of a file. Either its work is done, and the browser goes on to `location` with a toast; or
 * the file was refused, with an HTTP status.
 */
export type FileOutcome = { location: string; toast: Toast } | (FileFormProblem & { status: number })

/** Refusals of a form that shows another file than the stored one: they answer 409, and its page is loaded again. */
const CONFLICTS: FileRefusal[] = ['photo-changed', 'brochure-changed']

/** Refusals that are faults of the site: they answer 503, the remaining ones 400. */
const FAULTS: FileRefusal[] = ['upload-failed', 'path-failed']

/** The outcome of a form whose file is refused. `sentence`: shown at the field and in the toast. */
export function refusedOutcome(
  refusal: FileRefusal,
  sentence = explainDocumentRefusal({ refusal }),
): FileFormProblem & { status: number } {
  const toast: Toast = { tone: 'destructive', ...toastOfRefusal(refusal), description: sentence }
  return { errors: { file: sentence }, toast, status: FAULTS.includes(refusal) ? 503 : 400 }
}

/** The toast about a refused act. `failed`: 'Impossibile eliminare il documento'. */
export const refusalToast = (failed: string, refused: { refusal: FileRefusal }): Toast =>
  errorToast(`${failed}: ${explainDocumentRefusal(refused)}`)

/** The outcome of a form that is refused for another reason than its file. `failed`: as in `refusalToast`. */
export function refusedChange(
  failed: string,
  refused: { refusal: FileRefusal },
): FileFormProblem & { status: number } {
  const status = CONFLICTS.includes(refused.refusal) ? 409 : 400
  return { errors: {}, toast: refusalToast(failed, refused), status }
}

/** The path of the file that a dialog showed when its form was sent; null for none. */
export const shownFileIn = (fields: FormData) => String(fields.get(SHOWN_FILE_FIELD) ?? '') || null

/**
 * Awaits the outcome of a form. An error is logged and told in a toast with 503; a thrown response passes. `typed`:
 * what the form needs to be shown as it was sent.
 */
export function refuseOnFault(
  work: Promise<FileOutcome>,
  typed: { alt?: string } = {},
): Promise<FileOutcome> {
  return work.catch((fault) => {
    const toast = logFault(fault, 'Impossibile salvare le modifiche')
    return { errors: {}, toast, status: 503, ...typed }
  })
}

/** Middleware: answers with JSON a form that a script sent, since a redirect would lose the toast. Others pass. */
export function answerScript<Args extends { request: Request }>(
  receive: (args: Args) => Promise<FileOutcome>,
): MiddlewareFunction<Response> {
  return async (args, next) => {
    if (!sentByScript(args.request)) return next()
    const outcome = await refuseOnFault(receive(args as unknown as Args))
    if (!('location' in outcome)) return Response.json(outcome, { status: outcome.status })
    return Response.json({ location: outcome.location }, await withFlash(outcome.toast))
  }
}

/** Answers a form that was posted without a script. */
export async function answerForm(work: Promise<FileOutcome>) {
  const outcome = await refuseOnFault(work)
  return 'location' in outcome
    ? redirectWith(outcome.location, outcome.toast)
    : data(outcome, { status: outcome.status })
}
