import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { PHOTO_SIZES, sizePath } from '../../courses/covers/photo.rules'
import { lockCourse } from '../../courses/lock.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { courses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { type Refused, refuse } from '../../runtime/outcome.rules'
import { inspect } from '../../storage/inspection.server'
import { cutPicture, type Picture } from '../../storage/pictures.server'
import type { Upload } from '../../storage/uploads.server'
import { ALT_LIMIT, type FileRefusal, MAX_FILE_BYTES, PHOTO_CONTENTS } from '../rules'
import { forget, photos, storeAllWith } from '../stored.server'

type Photo = { path: string; alt: string }
/** `old`: the path of the former photograph. */
type Changed = { ok: true; old: string | null }

/** Stores a photograph in its sizes and deletes the former one after the commit. Do not call it inside a transaction. */
export async function publishPhoto(
  staff: Staff,
  courseId: string,
  { bytes }: Upload,
  text: string,
): Promise<Changed | Refused<FileRefusal>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const alt = readAlt(text)
  if (!alt.ok) return alt
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too-large')
  const { extension } = await inspect(bytes)
  if (!PHOTO_CONTENTS.includes(extension ?? '')) return refuse('not-photo')
  const cut = await cutPicture(bytes, PHOTO_SIZES)
  if (!cut.ok) return cut

  const path = randomBytes(8).toString('hex')
  const changed = await storeAllWith(
    photos,
    cut.pictures.map((picture) => fileOf(path, picture)),
    (tx) => pointTo(tx, staff, courseId, { path, alt: alt.text }),
    async () => (await db.$count(courses, eq(courses.photoPath, path))) > 0,
  )
  if (changed.ok) await forgetPhoto(changed.old)
  return changed
}

/** Changes what is told to whoever does not see the photograph. */
export async function describePhoto(
  staff: Staff,
  courseId: string,
  text: string,
): Promise<{ ok: true } | Refused<FileRefusal>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const alt = readAlt(text)
  if (!alt.ok) return alt
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown-course')
    if (course.photoPath === null) return refuse('no-file')
    if (course.photoAlt === alt.text) return { ok: true }
    await change(tx, staff, course, { path: course.photoPath, alt: alt.text })
    return { ok: true }
  })
}

/** Removes the photograph and its files. */
export async function removePhoto(staff: Staff, courseId: string): Promise<Changed | Refused<FileRefusal>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const changed = await inTransaction((tx) => pointTo(tx, staff, courseId, null))
  if (changed.ok) await forgetPhoto(changed.old)
  return changed
}

function readAlt(text: string): { ok: true; text: string } | Refused<FileRefusal> {
  const alt = text.replace(/\s+/g, ' ').trim()
  if (alt === '') return refuse('no-alt')
  return alt.length > ALT_LIMIT ? refuse('long-alt') : { ok: true, text: alt }
}

function fileOf(path: string, { width, extension, type, bytes }: Picture) {
  return { path: sizePath(path, width, extension), type, bytes }
}

async function forgetPhoto(path: string | null) {
  if (path === null) return
  for (const { width } of PHOTO_SIZES)
    for (const type of ['avif', 'jpg'] as const) await forget(photos, sizePath(path, width, type))
}

async function pointTo(
  tx: Transaction,
  staff: Staff,
  courseId: string,
  photo: Photo | null,
): Promise<Changed | Refused<FileRefusal>> {
  const course = await lockCourse(tx, courseId)
  if (!course || course.archivedAt) return refuse('unknown-course')
  const { photoPath: old } = course
  if (!photo && !old) return refuse('no-photo')
  await change(tx, staff, course, photo)
  return { ok: true, old }
}

/** The version stays, since the course form has no field for the photograph. */
async function change(
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
