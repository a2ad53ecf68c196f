import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { lockCourse } from '../../courses/lock.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { courses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { refuse } from '../../runtime/outcome.rules'
import type { Upload } from '../../storage/uploads.server'
import { type DocumentOutcome, storedPath } from '../rules'
import {
  brochures,
  deleteFile,
  inspectUpload,
  isOtherFile,
  isTooLate,
  storeWith,
  writeBrochure,
} from '../stored.server'

/** `path`, `formerPath`: of the brochure after and before the change; null for none. */
type BrochureOutcome = DocumentOutcome<{ path: string | null; formerPath: string | null }>

/**
 * Stores a brochure. `restoreBrochure` brings the former one back. Do not call it inside a transaction. `shown`: as in
 * `isOtherFile`, here and below; refuses as 'brochure-changed' if the course has another brochure.
 */
export async function publishBrochure(
  staff: Staff,
  courseId: string,
  { bytes }: Upload,
  shown?: string | null,
): Promise<BrochureOutcome> {
  if (!isId(courseId)) return refuse('unknown-course')
  const inspected = await inspectUpload(bytes)
  if (!inspected.ok) return inspected
  if (inspected.extension !== 'pdf') return refuse('not-pdf')
  if (inspected.concern) return refuse(inspected.concern)

  const path = storedPath(courseId, randomUUID(), 'pdf')
  return storeWith(brochures, [{ path, bytes, type: 'application/pdf' }], (tx) =>
    replaceBrochure(tx, staff, courseId, path, shown),
  )
}

/** Removes the brochure from the course; `restoreBrochure` undoes that. Refuses a course without a brochure. */
export async function removeBrochure(
  staff: Staff,
  courseId: string,
  shown?: string | null,
): Promise<BrochureOutcome> {
  return inTransaction((tx) => replaceBrochure(tx, staff, courseId, null, shown))
}

/**
 * Undoes a replacement or removal within `RESTORABLE_MINUTES`, and deletes the file of the replacement after the
 * commit. `path`, `formerPath`: as the change returned them; refuses if the brochure has changed again. A brochure that
 * was restored already stays as it is.
 */
export async function restoreBrochure(
  staff: Staff,
  courseId: string,
  { path, formerPath }: { path: string | null; formerPath: string },
): Promise<DocumentOutcome> {
  const restored = await inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown-course')
    const { pdfFilePath } = course
    if (pdfFilePath === formerPath) return { ok: true as const, unusedPath: null }
    if (pdfFilePath !== path || course.formerPdfPath !== formerPath) return refuse('brochure-changed')
    const tooLate = isTooLate(courses.pdfReplacedAt)
    const [row] = await tx.select({ tooLate }).from(courses).where(eq(courses.id, courseId))
    if (row?.tooLate || !(await brochures.find(formerPath))) return refuse('too-late')
    await writeBrochure(tx, staff, course, { path: formerPath, formerPath: null }, { restored: true })
    return { ok: true as const, unusedPath: path }
  })
  if (!restored.ok) return restored
  await deleteFile(brochures, restored.unusedPath)
  return { ok: true }
}

/** Replaces the brochure of a course, or removes it (null), and keeps the former path for `restoreBrochure`. */
async function replaceBrochure(
  tx: Transaction,
  staff: Staff,
  courseId: string,
  path: string | null,
  shown: string | null | undefined,
): Promise<BrochureOutcome> {
  const course = await lockCourse(tx, courseId)
  if (!course || course.archivedAt) return refuse('unknown-course')
  const formerPath = course.pdfFilePath
  if (isOtherFile(shown, formerPath)) return refuse('brochure-changed')
  if (formerPath === path) return refuse('no-brochure')
  await writeBrochure(tx, staff, course, { path, formerPath })
  return { ok: true, path, formerPath }
}
