import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import { isExamplePerson } from '../content/settings.rules'
import { type FileOutcome, refusalToast, refuseOnFault } from '../documents/file-form.server'
import { changePhotoByForm } from '../documents/photo/form.server'
import { MAX_FILE_BYTES } from '../documents/rules'
import { type PhotoKind, photoId } from '../site/photos.rules'
import { readUploads } from '../storage/uploads.server'
import { SAVE_FAILED } from './group-form.server'
import { itemOr404 } from './list.server'
import {
  describeSitePhoto,
  listGroupOf,
  type PhotoSubject,
  publishSitePhoto,
  removeSitePhoto,
} from './photo.commands.server'
import { readGroup } from './queries.server'

/**
 * Returns the person or office that a photograph shows; throws 404 for an unknown id and for an example of the team.
 */
async function photoSubject(admin: Admin, kind: PhotoKind, id: string): Promise<PhotoSubject> {
  if (kind === 'office') {
    const { value } = await readGroup(admin, 'offices')
    return { kind, id, name: itemOr404(value, id).city }
  }
  const { value } = await readGroup(admin, 'team')
  const person = itemOr404(value, id)
  if (isExamplePerson(person)) throw data(null, { status: 404 })
  return { kind, id, name: person.name }
}

/**
 * Returns what the page of a photograph shows. `photos`: the photograph in a list, as `SitePicture` takes it, empty if
 * there is none; `alt`, `path`: its description and its path, null if there is no photograph.
 */
export async function readSitePhoto(admin: Admin, kind: PhotoKind, id: string) {
  const { name } = await photoSubject(admin, kind, id)
  const { value } = await readGroup(admin, 'photos')
  const photos = value.filter((photo) => photo.id === photoId(kind, id))
  return { name, photos, alt: photos[0]?.alt ?? null, path: photos[0]?.path ?? null }
}

/**
 * Answers the form of a photograph. `page`: address of the list of people or offices, where the form leads back to, also
 * if somebody else removes the person or the office while the form is sent.
 */
export async function changeSitePhoto(
  admin: Admin,
  request: Request,
  page: string,
  kind: PhotoKind,
  id: string,
) {
  const subject = await photoSubject(admin, kind, id)
  const change = async () =>
    changePhotoByForm(
      await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES }),
      {
        publish: (file, alt, shown) => publishSitePhoto(admin, subject, file, alt, shown),
        changeAlt: (alt, shown) => describeSitePhoto(admin, subject, alt, shown),
        remove: (shown) => removeSitePhoto(admin, subject, shown),
      },
      (title) => ({ location: page, toast: { tone: 'success', title, description: subject.name } }),
    )
  const answer = async (): Promise<FileOutcome> => {
    const outcome = await change()
    if ('location' in outcome || outcome.status >= 500) return outcome
    const { value: listed } = await readGroup(admin, listGroupOf(kind))
    if (listed.some((item) => item.id === id)) return outcome
    return { location: page, toast: refusalToast(SAVE_FAILED, { refusal: 'unknown-subject' }) }
  }
  return refuseOnFault(answer())
}
