import type { Admin } from '../accounts/rules'
import {
  type FileOutcome,
  failedPhoto,
  refusedOutcome,
  refusedRemoval,
  refuseOnFault,
} from '../documents/file-form.server'
import { explainDocumentRefusal, MAX_FILE_BYTES } from '../documents/rules'
import { photoId } from '../site/photos.rules'
import { readUploads } from '../storage/uploads.server'
import {
  describeSitePhoto,
  type PhotoSubject,
  publishSitePhoto,
  removeSitePhoto,
} from './photo.commands.server'
import { readGroup } from './queries.server'

/**
 * Returns what the page of a photograph shows. `photos`: the photograph in a list, as `SitePicture` takes it, empty if
 * there is none; `alt`: the description, null if there is no photograph.
 */
export async function readSitePhoto(admin: Admin, { kind, id, name }: PhotoSubject) {
  const { value } = await readGroup(admin, 'photos')
  const photos = value.filter((photo) => photo.id === photoId(kind, id))
  return { name, photos, alt: photos[0]?.alt ?? null }
}

/** Answers the form of a photograph. `page`: address of the list of people or offices, where the form leads back to. */
export async function changeSitePhoto(
  admin: Admin,
  request: Request,
  page: string,
  subject: PhotoSubject,
): Promise<FileOutcome> {
  const { fields, files, problem } = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const success = (title: string): FileOutcome => ({
    location: page,
    toast: { tone: 'success', title, description: subject.name },
  })
  if (fields.get('intent') === 'remove') {
    const removed = await removeSitePhoto(admin, subject)
    return removed.ok ? success('Foto rimossa') : refusedRemoval(removed.refusal, 'la foto')
  }
  const alt = String(fields.get('alt') ?? '')
  if (problem) return { ...refusedOutcome(problem), alt }
  const [file] = files
  const change = async (): Promise<FileOutcome> => {
    const changed = file
      ? await publishSitePhoto(admin, subject, file, alt)
      : await describeSitePhoto(admin, subject, alt)
    if (changed.ok) return success(file ? 'Foto caricata' : 'Descrizione salvata')
    const refused = { ...refusedOutcome(changed.refusal), alt }
    const isAboutText = changed.refusal === 'no-alt' || changed.refusal === 'long-alt'
    return isAboutText ? { ...refused, errors: { alt: explainDocumentRefusal(changed) } } : refused
  }
  return refuseOnFault(change(), failedPhoto(file !== undefined, alt))
}
