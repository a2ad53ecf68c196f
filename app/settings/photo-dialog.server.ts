import type { Admin } from '../accounts/rules'
import type { FileOutcome } from '../documents/file-form.server'
import { changePhotoByForm, type PhotoCommands } from '../documents/photo/form.server'
import { MAX_FILE_BYTES } from '../documents/rules'
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
  const uploads = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const commands: PhotoCommands = {
    publish: (file, alt) => publishSitePhoto(admin, subject, file, alt),
    changeAlt: (alt) => describeSitePhoto(admin, subject, alt),
    remove: () => removeSitePhoto(admin, subject),
  }
  return changePhotoByForm(uploads, commands, (title) => ({
    location: page,
    toast: { tone: 'success', title, description: subject.name },
  }))
}
