import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { lockCourse } from '../../courses/lock.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { courseDocuments, courses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { refuse } from '../../runtime/outcome.rules'
import type { Upload } from '../../storage/uploads.server'
import { DESCRIPTION_LIMIT, type DocumentFacts, type DocumentOutcome } from '../rules'
import { acceptFile, documents, isTooLate, storeWith } from '../stored.server'

type Row = typeof courseDocuments.$inferSelect

/** Adds a file of an accepted kind, under a cleaned name. */
export async function addDocument(
  staff: Staff,
  courseId: string,
  upload: Upload,
  facts: DocumentFacts,
): Promise<DocumentOutcome<{ id: string; fileName: string }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  if (isDescriptionTooLong(facts)) return refuse('long-description')
  const accepted = await acceptFile(upload, courseId)
  if (!accepted.ok) return accepted
  const row = { courseId, ...accepted.columns, ...tidyFacts(facts) }
  return storeWith(documents, [accepted.file], async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course || course.archivedAt) return refuse('unknown-course')
    const [added] = await tx.insert(courseDocuments).values(row).returning()
    if (!added) throw new Error('The new document has no id')
    await recordDocument(tx, staff, 'create', added, course.title)
    return { ok: true, id: added.id, fileName: added.fileName }
  })
}

/**
 * Saves description and visibility as far as the person has changed them in the form, which began with `before`: what a
 * colleague changed meanwhile stays.
 */
export async function changeDocument(
  staff: Staff,
  id: string,
  facts: DocumentFacts,
  before: DocumentFacts,
): Promise<DocumentOutcome> {
  if (isDescriptionTooLong(facts)) return refuse('long-description')
  const typed = changes(tidyFacts(before), tidyFacts(facts)).new
  return inTransaction(async (tx) => {
    const found = await lockDocument(tx, id)
    if (!found) return refuse('unknown-document')
    const { document, course } = found
    const { description, visibility } = document
    const changedFields = changes({ description, visibility }, typed)
    if (Object.keys(changedFields.new).length === 0) return { ok: true }
    await tx.update(courseDocuments).set(changedFields.new).where(eq(courseDocuments.id, id))
    const details = { ...changedFields, fileName: document.fileName, course }
    await record(tx, staff, { action: 'update', entity: 'course_documents', id, details })
    return { ok: true }
  })
}

/** Marks a document as deleted; `restoreDocument` undoes that. */
export async function deleteDocument(
  staff: Staff,
  id: string,
): Promise<DocumentOutcome<{ courseId: string }>> {
  return inTransaction(async (tx) => {
    const found = await lockDocument(tx, id)
    if (!found) return refuse('unknown-document')
    await tx.update(courseDocuments).set({ deletedAt: sql`now()` }).where(eq(courseDocuments.id, id))
    await recordDocument(tx, staff, 'delete', found.document, found.course)
    return { ok: true, courseId: found.document.courseId }
  })
}

/** Undoes a deletion within `RESTORABLE_MINUTES`. A document that is not deleted stays as it is. */
export async function restoreDocument(
  staff: Staff,
  id: string,
): Promise<DocumentOutcome<{ courseId: string }>> {
  if (!isId(id)) return refuse('unknown-document')
  return inTransaction(async (tx) => {
    const [found] = await tx
      .select({
        document: courseDocuments,
        tooLate: isTooLate(courseDocuments.deletedAt),
      })
      .from(courseDocuments)
      .where(eq(courseDocuments.id, id))
      .for('update')
    // The sweep has removed the row.
    if (!found) return refuse('too-late')
    const { document, tooLate } = found
    const { courseId, deletedAt, filePath } = document
    if (!deletedAt) return { ok: true, courseId }
    if (tooLate || !(await documents.find(filePath))) return refuse('too-late')
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown-course')
    await tx.update(courseDocuments).set({ deletedAt: null }).where(eq(courseDocuments.id, id))
    await recordDocument(tx, staff, 'create', document, course.title, { restored: true })
    return { ok: true, courseId }
  })
}

function tidyFacts({ description, visibility }: DocumentFacts) {
  return { description: description.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() || null, visibility }
}

const isDescriptionTooLong = (facts: DocumentFacts) =>
  (tidyFacts(facts).description?.length ?? 0) > DESCRIPTION_LIMIT

/** Records that a document was added, restored or deleted. `course`: its title; `more`: further details. */
async function recordDocument(
  tx: Transaction,
  staff: Staff,
  action: 'create' | 'delete',
  document: Row,
  course: string,
  more = {},
) {
  const { id, deletedAt, ...row } = document
  const { fileName, visibility } = row
  const details = { fileName, course, visibility, ...more, [action === 'create' ? 'new' : 'old']: row }
  await record(tx, staff, { action, entity: 'course_documents', id, details })
}

/** Locks a document that is not deleted; undefined if there is none. `course`: the title of its course. */
async function lockDocument(tx: Transaction, id: string) {
  if (!isId(id)) return undefined
  const [found] = await tx
    .select({ document: courseDocuments, course: courses.title })
    .from(courseDocuments)
    .innerJoin(courses, eq(courses.id, courseDocuments.courseId))
    .where(and(eq(courseDocuments.id, id), isNull(courseDocuments.deletedAt)))
    .for('update', { of: courseDocuments })
  return found
}
