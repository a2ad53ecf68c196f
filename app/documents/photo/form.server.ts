import type { Refused } from '../../runtime/outcome.rules'
import type { Upload, Uploads } from '../../storage/uploads.server'
import {
  type FileOutcome,
  failedAct,
  refusedOutcome,
  refusedRemoval,
  refuseOnFault,
} from '../file-form.server'
import { explainDocumentRefusal, type FileRefusal } from '../rules'

type PhotoOutcome = { ok: true } | Refused<FileRefusal>

/** What the form of a photograph can do with it. `alt`: the description, as typed. */
export type PhotoCommands = {
  publish: (file: Upload, alt: string) => Promise<PhotoOutcome>
  changeAlt: (alt: string) => Promise<PhotoOutcome>
  remove: () => Promise<PhotoOutcome>
}

/**
 * Does what the form of a photograph asks: removes the photograph, or stores the sent file with its
 * description, or the description alone. `success`: the outcome with a toast of this title.
 */
export async function changePhotoByForm(
  { fields, files, problem }: Uploads,
  { publish, changeAlt, remove }: PhotoCommands,
  success: (title: string) => FileOutcome,
): Promise<FileOutcome> {
  if (fields.get('intent') === 'remove') {
    const removal = remove().then((removed) =>
      removed.ok ? success('Foto rimossa') : refusedRemoval(removed.refusal, 'la foto'),
    )
    return refuseOnFault(removal, failedAct('rimuovere la foto'))
  }
  const alt = String(fields.get('alt') ?? '')
  if (problem) return { ...refusedOutcome(problem), alt }
  const [file] = files
  const change = (file ? publish(file, alt) : changeAlt(alt)).then((changed): FileOutcome => {
    if (changed.ok) return success(file ? 'Foto caricata' : 'Descrizione salvata')
    const refused = { ...refusedOutcome(changed.refusal), alt }
    const isAboutText = changed.refusal === 'no-alt' || changed.refusal === 'long-alt'
    return isAboutText ? { ...refused, errors: { alt: explainDocumentRefusal(changed) } } : refused
  })
  const failed = file ? refusedOutcome('path-failed') : failedAct('salvare la descrizione')
  return refuseOnFault(change, { ...failed, alt })
}
