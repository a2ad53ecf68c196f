import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { COURSE_PHOTO_SIZES } from '../../courses/covers/photo.rules'
import { lockCourse } from '../../courses/lock.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { courses } from '../../database/schema'
import { refuse } from '../../runtime/outcome.rules'
import type { Upload } from '../../storage/uploads.server'
import type { DocumentOutcome } from '../rules'
import { acceptPhoto, deletePhotoFiles, isOtherFile, photos, readAlt, storeWith } from '../stored.server'

type Photo = { path: string; alt: string }
/** `formerPath`: the path of the former photograph; null if there was none. */
type PhotoOutcome = DocumentOutcome<{ formerPath: string | null }>

/**
 * Stores a photograph in its sizes and deletes the former one after the commit. Do not call it inside a transaction.
 * `text`: what the photograph shows, as typed; `shown`: as in `isOtherFile`, here and below; refuses as
 * 'photo-changed' if the course has another photograph.
 */
export async function publishPhoto(
  staff: Staff,
  courseId: string,
  upload: Upload,
  text: string,
  shown?: string | null,
): Promise<PhotoOutcome> {
  const accepted = await acceptPhoto(upload, text, COURSE_PHOTO_SIZES)
  if (!accepted.ok) return accepted
  const { alt, path, files } = accepted
  const changed = await storeWith(photos, files, (tx) =>
    replacePhoto(tx, staff, courseId, { path, alt }, shown),
  )
  if (changed.ok) await deletePhotoFiles(photos, changed.formerPath, COURSE_PHOTO_SIZES)
  return changed
}

/**
 * Changes the text that stands for the photograph where it is not seen (`alt`). Refuses as 'no-file' without a
 * photograph.
 */
export async function describePhoto(
  staff: Staff,
  courseId: string,
  text: string,
  shown?: string | null,
): Promise<DocumentOutcome> {
  const alt = readAlt(text)
  if (!alt.ok) return alt
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown-course')
    if (isOtherFile(shown, course.photoPath)) return refuse('photo-changed')
    if (course.photoPath === null) return refuse('no-file')
    if (course.photoAlt === alt.text) return { ok: true }
    await writePhoto(tx, staff, course, { path: course.photoPath, alt: alt.text })
    return { ok: true }
  })
}

/** Removes the photograph and its files. Refuses as 'no-photo' without a photograph. */
export async function removePhoto(
  staff: Staff,
  courseId: string,
  shown?: string | null,
): Promise<PhotoOutcome> {
  const changed = await inTransaction((tx) => replacePhoto(tx, staff, courseId, null, shown))
  if (changed.ok) await deletePhotoFiles(photos, changed.formerPath, COURSE_PHOTO_SIZES)
  return changed
}

/** Replaces the photograph of a course, or removes it (null). */
async function replacePhoto(
  tx: Transaction,
  staff: Staff,
  courseId: string,
  photo: Photo | null,
  shown: string | null | undefined,
): Promise<PhotoOutcome> {
  const course = await lockCourse(tx, courseId)
  if (!course || course.archivedAt) return refuse('unknown-course')
  const { photoPath: formerPath } = course
  if (isOtherFile(shown, formerPath)) return refuse('photo-changed')
  if (!photo && !formerPath) return refuse('no-photo')
  await writePhoto(tx, staff, course, photo)
  return { ok: true, formerPath }
}

/** Writes the photograph into a locked course, null for none. The version stays: the course form has no such field. */
async function writePhoto(
  tx: Transaction,
  staff: Staff,
  { id, title, photoPath, photoAlt }: NonNullable<Awaited<ReturnType<typeof lockCourse>>>,
  photo: Photo | null,
) {
  const columns = { photoPath: photo?.path ?? null, photoAlt: photo?.alt ?? null }
  await tx
    .update(courses)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(courses.id, id))
  const details = { old: { photoPath, photoAlt }, new: columns, title }
  await record(tx, staff, { action: 'update', entity: 'courses', id, details })
}
