import { millisecondsInHour } from 'date-fns/constants'
import { eq, gte, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SitePhoto } from '../content/settings.rules'
import { db } from '../database/client.server'
import {
  courseDocuments,
  courses,
  mailAttachments,
  personalDocuments,
  settingGroups,
} from '../database/schema'
import { attachmentFiles, dropUnusedAttachments } from '../mail/attachments.server'
import { log } from '../runtime/log.server'
import { type Bucket, clearUnfinished } from '../storage/files.server'
import { RESTORABLE_MINUTES } from './rules'
import { brochures, deleteFile, documents, personalFiles, photos, sitePhotos } from './stored.server'

/**
 * Removes files that nothing refers to, and returns their number; also drops the rows of documents deleted long ago and
 * of unused attachments. `before` (milliseconds since 1970): only files that are older, since a newer one may belong to
 * an open transaction.
 */
export async function sweepFiles(before = Date.now() - millisecondsInHour): Promise<number> {
  await clearUnfinished(before)
  await dropDeletedDocuments()
  await dropUnusedAttachments()
  const swept =
    (await sweepBucket(brochures, before, await brochuresInUse())) +
    (await sweepBucket(photos, before, await pathsIn(courses.photoPath))) +
    (await sweepBucket(sitePhotos, before, await sitePhotosInUse())) +
    (await sweepBucket(documents, before, await pathsIn(courseDocuments.filePath))) +
    (await sweepBucket(personalFiles, before, await pathsIn(personalDocuments.filePath))) +
    (await sweepBucket(attachmentFiles, before, await pathsIn(mailAttachments.filePath)))
  if (swept > 0) log.info({ files: swept }, 'files that nothing refers to were removed')
  return swept
}

/**
 * Removes the files of a bucket that are older than `before` and not in use, and returns their number. `usedPaths`: of
 * a photograph, the path that its sizes share.
 */
async function sweepBucket(files: Bucket, before: number, usedPaths: Set<string | null>): Promise<number> {
  let swept = 0
  for await (const path of files.all()) {
    if (usedPaths.has(path) || usedPaths.has(photoPathOf(path))) continue
    const file = await files.find(path)
    if (!file || file.writtenAt.getTime() >= before) continue
    await deleteFile(files, path)
    swept += 1
  }
  return swept
}

/** The path of the photograph of which a file is one size: all sizes are in use, or none. */
const photoPathOf = (path: string) => path.replace(/-\d+\.\w+$/, '')

/**
 * SQL: before this moment a deletion or replacement is twice as old as it can be undone, so that no restoration misses
 * its file.
 */
const longAgo = sql`now() - make_interval(mins => ${2 * RESTORABLE_MINUTES})`

async function brochuresInUse() {
  const formerBrochures = db
    .select({ path: courses.formerPdfPath })
    .from(courses)
    .where(gte(courses.pdfReplacedAt, longAgo))
  const rows = await db.select({ path: courses.pdfFilePath }).from(courses).unionAll(formerBrochures)
  return new Set(rows.map(({ path }) => path))
}

async function sitePhotosInUse() {
  const [row] = await db
    .select({ value: settingGroups.value })
    .from(settingGroups)
    .where(eq(settingGroups.name, 'photos'))
  return new Set(((row?.value ?? []) as SitePhoto[]).map(({ path }) => path))
}

async function pathsIn(column: AnyPgColumn<{ data: string }>) {
  const rows = await db.select({ path: column }).from(column.table)
  return new Set(rows.map(({ path }) => path))
}

/** Deletes the rows of documents that were deleted long ago. */
async function dropDeletedDocuments() {
  await db.delete(courseDocuments).where(lt(courseDocuments.deletedAt, longAgo))
  await db.delete(personalDocuments).where(lt(personalDocuments.deletedAt, longAgo))
}
