import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { lockCourse } from '../../courses/lock.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { courses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { type Refused, refuse } from '../../runtime/outcome.rules'
import { inspect } from '../../storage/inspection.server'
import type { Upload } from '../../storage/uploads.server'
import { type FileRefusal, MAX_FILE_BYTES, storedPath } from '../rules'
import { brochures, deleteFile, storeWith } from '../stored.server'

/** `formerPath`: the path of the former brochure; null if there was none. */
type ChangedBrochure = { ok: true; formerPath: string | null }

/** Stores a brochure and deletes the former file after the commit. Do not call it inside a transaction. */
export async function publishBrochure(
  staff: Staff,
  courseId: string,
  { bytes }: Upload,
): Promise<ChangedBrochure | Refused<FileRefusal>> {
  if (!isId(courseId)) return refuse('unknown-course')
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too-large')
  const { extension, concern } = await inspect(bytes)
  if (extension !== 'pdf') return refuse('not-pdf')
  if (concern) return refuse(concern)

  const path = storedPath(courseId, randomUUID(), 'pdf')
  const changed = await storeWith(
    brochures,
    { path, bytes, type: 'application/pdf' },
    (tx) => writeBrochurePath(tx, staff, courseId, path),
    async () => (await db.$count(courses, eq(courses.pdfFilePath, path))) > 0,
  )
  if (changed.ok) await deleteFile(brochures, changed.formerPath)
  return changed
}

/** Removes the brochure from the course and deletes its file. Refuses a course without a brochure. */
export async function removeBrochure(
  staff: Staff,
  courseId: string,
): Promise<ChangedBrochure | Refused<FileRefusal>> {
  if (!isId(courseId)) return refuse('unknown-course')
  const changed = await inTransaction((tx) => writeBrochurePath(tx, staff, courseId, null))
  if (changed.ok) await deleteFile(brochures, changed.formerPath)
  return changed
}

/**
 * Writes the path of the brochure into the course, null for none. The course keeps its version, since the course form
 * has no field for the brochure.
 */
async function writeBrochurePath(
  tx: Transaction,
  staff: Staff,
  courseId: string,
  path: string | null,
): Promise<ChangedBrochure | Refused<FileRefusal>> {
  const course = await lockCourse(tx, courseId)
  if (!course || course.archivedAt) return refuse('unknown-course')
  const { title, pdfFilePath: formerPath } = course
  if (formerPath === path) return refuse('no-brochure')
  await tx.update(courses).set({ pdfFilePath: path, updatedAt: sql`now()` }).where(eq(courses.id, courseId))
  const details = { old: { pdfFilePath: formerPath }, new: { pdfFilePath: path }, title }
  await record(tx, staff, { action: 'update', entity: 'courses', id: courseId, details })
  return { ok: true, formerPath }
}
