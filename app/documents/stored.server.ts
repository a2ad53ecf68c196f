import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { sizePath } from '../courses/covers/photo.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { log } from '../runtime/log.server'
import { type Refused, refuse } from '../runtime/outcome.rules'
import { withoutCameraNotes } from '../storage/camera-notes.server'
import { type Bucket, bucket } from '../storage/files.server'
import { type Inspection, inspect } from '../storage/inspection.server'
import { cutPicture } from '../storage/pictures.server'
import type { Upload } from '../storage/uploads.server'
import {
  ALT_LIMIT,
  type DocumentOutcome,
  type FileRefusal,
  fileKindOf,
  MAX_FILE_BYTES,
  PHOTO_CONTENTS,
  RESTORABLE_MINUTES,
  refusalOfFormat,
  storedPath,
  tidyFileName,
} from './rules'

export const brochures = bucket('course_pdfs')
export const documents = bucket('course_documents')
export const photos = bucket('course_photos')
/** Photographs of the team and of the offices. */
export const sitePhotos = bucket('site_photos')
export const personalFiles = bucket('personal_documents')

/** SQL: whether a deletion or replacement is too old to be undone; null for a row without one. */
export const isTooLate = (doneAt: AnyPgColumn) =>
  sql<boolean | null>`${doneAt} <= now() - make_interval(mins => ${RESTORABLE_MINUTES})`

/** `type`: the media type. */
type FileToStore = { path: string; bytes: Uint8Array; type: string }

/** Finds out what the bytes of an upload are; refuses an empty and a too large file. */
export async function inspectUpload(bytes: Uint8Array): Promise<DocumentOutcome<Inspection>> {
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too-large')
  return { ok: true, ...(await inspect(bytes)) }
}

/**
 * Checks size, name and content of an upload, and removes the place of a photograph. Returns the file to store, under a
 * cleaned name and a new path. `owner`: as in `storedPath`; `columns`: what the row of the file holds of it.
 */
export async function acceptFile({ name, bytes }: Upload, owner: string) {
  const inspected = await inspectUpload(bytes)
  if (!inspected.ok) return inspected
  const { extension, concern } = inspected
  const kind = fileKindOf(name, extension)
  if (typeof kind === 'string') return refuse(kind)
  if (concern) return refuse(concern)
  const file = {
    path: storedPath(owner, randomUUID(), kind.extensions[0]),
    bytes: withoutCameraNotes(bytes, extension),
    type: kind.type,
  }
  const columns = {
    fileName: tidyFileName(name, kind),
    fileType: kind.type,
    fileSize: file.bytes.length,
    filePath: file.path,
  }
  return { ok: true as const, file, columns }
}

/**
 * Checks a photograph and the text about it, and cuts it to `sizes`. Returns the files to store and their common path,
 * which is new. `text`: what the photograph shows, as typed; `tooSmall`: the refusal of a photograph that is too small.
 */
export async function acceptPhoto(
  { bytes }: Upload,
  text: string,
  sizes: Parameters<typeof cutPicture>[1],
  tooSmall: FileRefusal = 'too-small',
): Promise<DocumentOutcome<{ alt: string; path: string; files: FileToStore[] }>> {
  const alt = readAlt(text)
  if (!alt.ok) return alt
  const inspected = await inspectUpload(bytes)
  if (!inspected.ok) return inspected
  const { extension } = inspected
  if (!PHOTO_CONTENTS.includes(extension ?? ''))
    return refuse(refusalOfFormat(extension) === 'picture' ? 'picture' : 'not-photo')
  const cut = await cutPicture(bytes, sizes)
  if (!cut.ok) return cut.refusal === 'too-small' ? refuse(tooSmall) : cut
  const path = randomBytes(8).toString('hex')
  const files = cut.pictures.map(({ width, extension, type, bytes }) => ({
    path: sizePath(path, width, extension),
    type,
    bytes,
  }))
  return { ok: true, alt: alt.text, path, files }
}

/** Tidies the text that stands for a photograph; refuses one that is empty or too long. */
export function readAlt(text: string): DocumentOutcome<{ text: string }> {
  const alt = text.replace(/\s+/g, ' ').trim()
  if (alt === '') return refuse('no-alt')
  return alt.length > ALT_LIMIT ? refuse('long-alt') : { ok: true, text: alt }
}

/**
 * Whether a form shows another file than the stored one, which it must then not change. `shown`: the path of its file,
 * null for none; undefined for a change without a form.
 */
export const isOtherFile = (shown: string | null | undefined, stored: string | null) =>
  shown !== undefined && shown !== stored

/** Deletes the files of a photograph in these sizes. */
export async function deletePhotoFiles(
  files: Bucket,
  path: string | null,
  sizes: Parameters<typeof cutPicture>[1],
): Promise<void> {
  if (path === null) return
  for (const { width } of sizes)
    for (const type of ['avif', 'jpg'] as const) await deleteFile(files, sizePath(path, width, type))
}

/**
 * Stores files that belong together, then runs `change`, which refers to them, in a transaction; a refused change
 * deletes them. The files of a change that failed are left to the sweep, since its commit may have succeeded. Refuses as
 * 'upload-failed' if a file cannot be stored, as 'path-failed' if the change fails.
 */
export async function storeWith<Done extends { ok: true }>(
  files: Bucket,
  filesToStore: FileToStore[],
  change: (tx: Transaction) => Promise<Done | Refused<FileRefusal>>,
): Promise<Done | Refused<FileRefusal>> {
  try {
    for (const { path, bytes, type } of filesToStore) await files.put(path, bytes, { type })
  } catch (error) {
    log.error({ err: error }, 'A file could not be stored')
    return refuse('upload-failed')
  }
  try {
    const done = await inTransaction(change)
    if (!done.ok) await Promise.all(filesToStore.map(({ path }) => deleteFile(files, path)))
    return done
  } catch (error) {
    log.error({ err: error }, 'The change for a stored file failed')
    return refuse('path-failed')
  }
}

/** Deletes a file, if there is a path. If that fails, it is logged and the sweep deletes the file later. */
export async function deleteFile(files: Bucket, path: string | null): Promise<void> {
  if (path === null) return
  await files
    .remove(path)
    .catch((error) => log.warn({ err: error }, 'A file could not be removed; the next sweep removes it'))
}

/**
 * Writes the path of the brochure into a locked course, null for none, and the path that can be restored. The file of
 * an even earlier brochure is left to the sweep. The course keeps its version, since the course form has no field for
 * the brochure. `more`: further details for the log.
 */
export async function writeBrochure(
  tx: Transaction,
  staff: Staff,
  { id, title, pdfFilePath }: Pick<typeof courses.$inferSelect, 'id' | 'title' | 'pdfFilePath'>,
  { path, formerPath }: { path: string | null; formerPath: string | null },
  more = {},
) {
  const pdfReplacedAt = formerPath === null ? null : sql`now()`
  await tx
    .update(courses)
    .set({ pdfFilePath: path, formerPdfPath: formerPath, pdfReplacedAt, updatedAt: sql`now()` })
    .where(eq(courses.id, id))
  const details = { old: { pdfFilePath }, new: { pdfFilePath: path }, title, ...more }
  await record(tx, staff, { action: 'update', entity: 'courses', id, details })
}
