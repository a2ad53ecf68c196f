import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { lockCourse } from '../../courses/lock.server'
import { db, inTransaction, type Transaction } from '../../database/client.server'
import { courseDocuments, courses } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { log } from '../../runtime/log.server'
import { refuse } from '../../runtime/outcome.rules'
import type { Bucket } from '../../storage/files.server'
import { type CarriedKind, type DocumentOutcome, storedPath } from '../rules'
import { brochures, documents, writeBrochure } from '../stored.server'

type CopyOutcome = DocumentOutcome<{ documents: number; brochure: boolean }>

/**
 * Copies the documents of a course, its brochure, or both to another edition that exists. The path of a copy follows
 * from its original, so a repetition adds no second copy. Files are copied before the rows are written. Files
 * without a row are removed later (`documents/sweep.server.ts`). If the other edition has a brochure, that one stays.
 * @param wanted which files are copied
 * @returns how many documents were added, and whether the brochure was
 */
export async function copyToEdition(
  staff: Staff,
  fromId: string,
  toId: string,
  wanted: readonly CarriedKind[],
): Promise<CopyOutcome> {
  if (!isId(fromId) || !isId(toId)) return refuse('unknown-course')
  const [from] = await db.select().from(courses).where(eq(courses.id, fromId))
  if (!from) return refuse('unknown-course')
  const ofCourse = and(eq(courseDocuments.courseId, fromId), isNull(courseDocuments.deletedAt))
  const originals = wanted.includes('documents')
    ? await db
        .select()
        .from(courseDocuments)
        .where(ofCourse)
        .orderBy(courseDocuments.createdAt, courseDocuments.id)
    : []
  const copies = originals.map(({ id, filePath, createdAt, deletedAt, ...facts }) => {
    const copy = { ...facts, courseId: toId, filePath: copyPath(toId, filePath) }
    return { copy, file: [documents, filePath, copy.filePath, facts.fileType] as const }
  })
  const brochurePath = wanted.includes('brochure') ? from.pdfFilePath : null
  const brochureCopyPath = brochurePath && copyPath(toId, brochurePath)
  const files = copies.map(({ file }) => file)
  if (brochurePath && brochureCopyPath)
    files.push([brochures, brochurePath, brochureCopyPath, 'application/pdf'])
  try {
    for (const file of files) await copyFile(...file)
  } catch (error) {
    log.error({ err: error }, 'The files of a course could not be copied')
    return refuse('upload-failed')
  }
  return inTransaction(async (tx) => {
    const to = await lockCourse(tx, toId)
    if (!to || to.archivedAt) return refuse('unknown-course')
    const rows = copies.map(({ copy }) => copy)
    const added = await addRows(tx, staff, rows, { course: to.title, copiedFrom: from.title })
    const isNew = brochureCopyPath !== null && to.pdfFilePath === null
    if (isNew) await writeBrochure(tx, staff, to, { path: brochureCopyPath, formerPath: null })
    return { ok: true, documents: added, brochure: isNew }
  })
}

/** The path of a copy of a file for another edition. */
function copyPath(toId: string, path: string): string {
  const [, random = '', extension = ''] = path.split(/[/.]/)
  return storedPath(toId, random, extension)
}

async function copyFile(files: Bucket, from: string, to: string, type: string) {
  const bytes = await files.read(from)
  if (!bytes) throw new Error(`There is no file at ${from}`)
  await files.put(to, bytes, { type })
}

/**
 * Inserts the documents that are not there yet, in the order of `rows`, the oldest first, with their audit entries.
 * @returns how many
 */
async function addRows(
  tx: Transaction,
  staff: Staff,
  rows: (typeof courseDocuments.$inferInsert)[],
  titles: { course: string; copiedFrom: string },
): Promise<number> {
  const paths = rows.map(({ filePath }) => filePath)
  const knownPaths = await tx
    .select({ path: courseDocuments.filePath })
    .from(courseDocuments)
    .where(inArray(courseDocuments.filePath, paths))
  const newRows = rows.filter(({ filePath }) => !knownPaths.some(({ path }) => path === filePath))
  if (newRows.length === 0) return 0
  // Lists sort by the time, which by default is the same for all rows of one insert.
  const timedRows = newRows.map((row, i) => {
    const age = (newRows.length - i) / 1000
    return { ...row, createdAt: sql`now() - make_interval(secs => ${age})` }
  })
  const added = await tx.insert(courseDocuments).values(timedRows).returning()
  const entries = added.map(({ id, deletedAt, ...row }) => {
    const { fileName, visibility } = row
    const details = { fileName, visibility, ...titles, new: row }
    return { action: 'create', entity: 'course_documents', id, details } as const
  })
  await record(tx, staff, entries)
  return added.length
}
