import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { OfficeLocation, SitePhoto, TeamMember } from '../content/settings.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import type { FileRefusal } from '../documents/rules'
import {
  acceptPhoto,
  deletePhotoFiles,
  isOtherFile,
  readAlt,
  sitePhotos,
  storeWith,
} from '../documents/stored.server'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'
import { type PhotoKind, photoId, SITE_PHOTO_SIZES } from '../site/photos.rules'
import { reloadSettings } from '../site/snapshot.server'
import type { Upload } from '../storage/uploads.server'
import { changeList, type ListOutcome, restoreSettings, type SettingsOutcome } from './commands.server'
import { lockGroup, storeGroup } from './group.server'
import { withoutItem } from './list.rules'

/** The person or office that a photograph shows. `name`: how its page and the log call it. */
export type PhotoSubject = { kind: PhotoKind; id: string; name: string }
type PhotoOutcome = Outcome<FileRefusal>
/** `formerPath`: the path of the former photograph; null if there was none. */
type PhotoChange = { ok: true; formerPath: string | null }

/**
 * Stores a photograph in its sizes, and after the commit deletes the former one. Not for use inside a transaction.
 * `shown`: as in `isOtherFile`, here and below; refuses as 'photo-changed' if another photograph is stored.
 */
export async function publishSitePhoto(
  admin: Admin,
  subject: PhotoSubject,
  upload: Upload,
  description: string,
  shown?: string | null,
): Promise<PhotoOutcome> {
  const tooSmallRefusal = subject.kind === 'team' ? 'small-portrait' : 'too-small'
  const accepted = await acceptPhoto(upload, description, SITE_PHOTO_SIZES[subject.kind], tooSmallRefusal)
  if (!accepted.ok) return accepted
  const { alt, path, files } = accepted
  const changed = await storeWith(sitePhotos, files, (tx) =>
    setPhotoOf(tx, admin, subject, { path, alt }, shown),
  )
  return showReplaced(changed, subject.kind)
}

/** Shows a replaced photograph on the site, then deletes the files of the former one. */
async function showReplaced(
  changed: PhotoChange | Refused<FileRefusal>,
  kind: PhotoKind,
): Promise<PhotoOutcome> {
  if (!changed.ok) return changed
  await reloadSettings()
  await deletePhotoFiles(sitePhotos, changed.formerPath, SITE_PHOTO_SIZES[kind])
  return OK
}

/** Changes the description of a photograph, for people who cannot see it. */
export async function describeSitePhoto(
  admin: Admin,
  subject: PhotoSubject,
  description: string,
  shown?: string | null,
): Promise<PhotoOutcome> {
  const alt = readAlt(description)
  if (!alt.ok) return alt
  const changed = await inTransaction(async (tx) => {
    const { value: photos } = await lockGroup(tx, admin, 'photos')
    const photo = photoOf(photos, subject)
    if (isOtherFile(shown, photo?.path ?? null)) return refuse('photo-changed')
    if (!photo) return refuse('no-file')
    if (photo.alt === alt.text) return OK
    return setPhotoOf(tx, admin, subject, { path: photo.path, alt: alt.text })
  })
  if (!changed.ok) return changed
  await reloadSettings()
  return OK
}

/** Removes the photograph and its files. */
export async function removeSitePhoto(
  admin: Admin,
  subject: PhotoSubject,
  shown?: string | null,
): Promise<PhotoOutcome> {
  return showReplaced(await inTransaction((tx) => setPhotoOf(tx, admin, subject, null, shown)), subject.kind)
}

/**
 * Removes a person or an office with its photograph. `version`: the version of the list when the form was opened. A
 * button that is pressed twice removes once.
 */
export async function removePersonOrOffice(
  admin: Admin,
  kind: PhotoKind,
  id: string,
  version: number,
): Promise<ListOutcome> {
  let formerPath: string | null = null
  const removed = await changeList<'team' | 'offices'>(
    admin,
    listGroupOf(kind),
    // The last office cannot be removed: the page says so before.
    (items) => (kind === 'office' && items.length === 1 ? null : withoutPersonOrOffice(items, id)),
    version,
    async (tx, items: PersonOrOffice[]) => {
      const item = items.find((listed) => listed.id === id)
      const name = item?.name ?? item?.city ?? ''
      const photo = await setPhotoOf(tx, admin, { kind, id, name }, null)
      formerPath = photo.ok ? photo.formerPath : null
    },
  )
  await deletePhotoFiles(sitePhotos, formerPath, SITE_PHOTO_SIZES[kind])
  return removed
}

/**
 * Restores the team or the offices as `restoreSettings` does. Whoever is not in the restored list is removed with the
 * photograph.
 */
export async function restorePeopleOrOffices(
  admin: Admin,
  group: 'team' | 'offices',
  version: number,
): Promise<SettingsOutcome> {
  const kind = group === 'team' ? 'team' : 'office'
  const formerPaths: (string | null)[] = []
  const outcome = await restoreSettings<'team' | 'offices'>(
    admin,
    group,
    version,
    async (tx, replaced: PersonOrOffice[], restored: PersonOrOffice[]) => {
      for (const { id, name, city } of replaced) {
        if (restored.some((listed) => listed.id === id)) continue
        const photo = await setPhotoOf(tx, admin, { kind, id, name: name ?? city ?? '' }, null)
        if (photo.ok) formerPaths.push(photo.formerPath)
      }
    },
  )
  for (const path of formerPaths) await deletePhotoFiles(sitePhotos, path, SITE_PHOTO_SIZES[kind])
  return outcome
}

/** The settings group that lists whom or what a photograph shows. */
export const listGroupOf = (kind: PhotoKind) => (kind === 'team' ? 'team' : 'offices')

/** A person of the team (`name`) or an office (`city`). */
type PersonOrOffice = { id: string; name?: string; city?: string }

const withoutPersonOrOffice = (items: TeamMember[] | OfficeLocation[], id: string) =>
  withoutItem<PersonOrOffice>(items, id) as TeamMember[] | OfficeLocation[] | null

const photoOf = (photos: SitePhoto[], { kind, id }: PhotoSubject) =>
  photos.find((photo) => photo.id === photoId(kind, id))

/**
 * Records which photograph a person or an office has; null removes it. The files are not touched. Refuses as
 * 'unknown-subject' a photograph of whoever is not listed. `shown`: as in `isOtherFile`.
 */
async function setPhotoOf(
  tx: Transaction,
  admin: Admin,
  subject: PhotoSubject,
  photo: Omit<SitePhoto, 'id'> | null,
  shown?: string | null,
): Promise<PhotoChange | Refused<FileRefusal>> {
  const { value: photos, version } = await lockGroup(tx, admin, 'photos')
  const { value: listed } = await lockGroup(tx, admin, listGroupOf(subject.kind))
  if (photo && !listed.some(({ id }) => id === subject.id)) return refuse('unknown-subject')
  const former = photoOf(photos, subject)
  if (isOtherFile(shown, former?.path ?? null)) return refuse('photo-changed')
  if (!photo && !former) return refuse('no-site-photo')
  const id = photoId(subject.kind, subject.id)
  const others = photos.filter((other) => other.id !== id)
  const value = photo ? [...others, { id, ...photo }] : others
  // No former content: the files of a former photograph are deleted, so it cannot be restored.
  await storeGroup(tx, admin, 'photos', { from: null, to: value, version: version + 1 })
  const details = {
    old: { photoPath: former?.path ?? null, photoAlt: former?.alt ?? null },
    new: { photoPath: photo?.path ?? null, photoAlt: photo?.alt ?? null },
    title: subject.name,
  }
  await record(tx, admin, { action: 'update', entity: 'site_settings', id: 'photos', details })
  return { ok: true, formerPath: former?.path ?? null }
}
