import type { Upload, Uploads } from '../../storage/uploads.server'
import { type FileOutcome, refusalToast, refusedOutcome, refuseOnFault } from '../file-form.server'
import { type DocumentOutcome, explainDocumentRefusal } from '../rules'

/** What the form of a photograph can do with it. `alt`: the description, as typed. */
export type PhotoCommands = {
  publish: (file: Upload, alt: string) => Promise<DocumentOutcome>
  changeAlt: (alt: string) => Promise<DocumentOutcome>
  remove: () => Promise<DocumentOutcome>
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
    const removed = await remove()
    if (removed.ok) return success('Foto rimossa')
    return { errors: {}, toast: refusalToast('Impossibile rimuovere la foto', removed), status: 400 }
  }
  const alt = String(fields.get('alt') ?? '')
  if (problem) return { ...refusedOutcome(problem), alt }
  const [file] = files
  const change = async (): Promise<FileOutcome> => {
    const changed = await (file ? publish(file, alt) : changeAlt(alt))
    if (changed.ok) return success(file ? 'Foto caricata' : 'Descrizione salvata')
    const refused = { ...refusedOutcome(changed.refusal), alt }
    const isAboutText = changed.refusal === 'no-alt' || changed.refusal === 'long-alt'
    return isAboutText ? { ...refused, errors: { alt: explainDocumentRefusal(changed) } } : refused
  }
  return refuseOnFault(change(), { alt })
}
