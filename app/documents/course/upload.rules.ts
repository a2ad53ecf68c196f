import { formatCount } from '../../italian/numbers'
import { type DocumentFacts, explainDocumentRefusal, refusalOfStatus } from '../rules'

/**
 * The result for one file. `sentence`: why the file was not added, undefined if it was; `unreached`: the site did not
 * answer.
 */
export type UploadResult = { name: string; sentence?: string; unreached?: true }
/**
 * The answer to a form with files. `problem`: what is wrong with the form as a whole; `facts`: what was typed in it,
 * for a form that was posted without the script.
 */
export type UploadAnswer = { results: UploadResult[]; problem?: string; facts?: DocumentFacts }

/** The sentence of a file whose sending was cancelled; it also marks such a result. */
export const CANCELLED = 'Interrotto.'

export const wasAdded = ({ sentence }: UploadResult) => sentence === undefined
export const wasCancelled = ({ sentence }: UploadResult) => sentence === CANCELLED

/**
 * The toast after an upload: how many files were added, refused and cancelled; if none was added, why the first one
 * was not.
 */
export function toastOfResults(results: UploadResult[]) {
  const added = results.filter(wasAdded).length
  const cancelled = results.filter(wasCancelled).length
  if (added === 0) {
    const description = results[0]?.sentence ?? ''
    return { tone: 'destructive', title: 'Errore durante il caricamento', description } as const
  }
  return {
    tone: 'success' as const,
    title: added === 1 ? 'Documento caricato' : 'Documenti caricati',
    description: [
      formatCount(added, 'file', 'file'),
      furtherFiles(results.length - added - cancelled, 'non accettato', 'non accettati'),
      furtherFiles(cancelled, 'interrotto', 'interrotti'),
    ]
      .filter(Boolean)
      .join(', '),
  }
}

const furtherFiles = (count: number, singular: string, plural: string) =>
  count > 0 && formatCount(count, singular, plural)

/**
 * The result for the one file of a request. `body`: null when a proxy or a failure answered, without JSON; from 501 on
 * it was a proxy that did not reach the site.
 */
export function resultOf(status: number, body: UploadAnswer | null): Omit<UploadResult, 'name'> {
  if (!body) {
    const sentence = explainDocumentRefusal({ refusal: refusalOfStatus(status) })
    return status > 500 ? { sentence, unreached: true } : { sentence }
  }
  const sentence = body.problem ?? body.results[0]?.sentence
  return sentence === undefined ? {} : { sentence }
}
