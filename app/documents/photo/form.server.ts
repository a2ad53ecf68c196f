import type { Upload, Uploads } from '../../storage/uploads.server'
import {
  type FileOutcome,
  refusedChange,
  refusedOutcome,
  refuseOnFault,
  shownFileIn,
} from '../file-form.server'
import { type DocumentOutcome, explainDocumentRefusal } from '../rules'

/**
 * What the form of a photograph can do with it. `alt`: the description, as typed; `shown`: the path of the photograph
 * that the form shows, null for none.
 */
export type PhotoCommands = {
  publish: (file: Upload, alt: string, shown: string | null) => Promise<DocumentOutcome>
  changeAlt: (alt: string, shown: string | null) => Promise<DocumentOutcome>
  remove: (shown: string | null) => Promise<DocumentOutcome>
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
  const shown = shownFileIn(fields)
  if (fields.get('intent') === 'remove') {
    const removed = await remove(shown)
    if (removed.ok) return success('Foto rimossa')
    return refusedChange('Impossibile rimuovere la foto', removed)
  }
  const alt = String(fields.get('alt') ?? '')
  if (problem) return { ...refusedOutcome(problem), alt }
  const [file] = files
  const change = async (): Promise<FileOutcome> => {
    const changed = await (file ? publish(file, alt, shown) : changeAlt(alt, shown))
    if (changed.ok) return success(file ? 'Foto caricata' : 'Descrizione salvata')
    // Without a file the typed description is of a photograph that is no longer there.
    if (changed.refusal === 'photo-changed')
      return { ...refusedChange('Impossibile salvare la foto', changed), ...(file && { alt }) }
    const refused = { ...refusedOutcome(changed.refusal), alt }
    const isAboutText = changed.refusal === 'no-alt' || changed.refusal === 'long-alt'
    return isAboutText ? { ...refused, errors: { alt: explainDocumentRefusal(changed) } } : refused
  }
  return refuseOnFault(change(), { alt })
}
