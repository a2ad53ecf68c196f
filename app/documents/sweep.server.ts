import { millisecondsInHour } from 'date-fns/constants'
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
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

/** How many paths one query looks up. */
const BATCH = 500

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
    (await sweepBucket(brochures, before, brochuresInUse)) +
    (await sweepBucket(photos, before, photosInUse)) +
    (await sweepBucket(sitePhotos, before, sitePhotosInUse)) +
    (await sweepBucket(documents, before, (paths) => pathsInUse(courseDocuments, paths))) +
    (await sweepBucket(personalFiles, before, (paths) => pathsInUse(personalDocuments, paths))) +
    (await sweepBucket(attachmentFiles, before, (paths) => pathsInUse(mailAttachments, paths)))
  if (swept > 0) log.info({ files: swept }, 'files that nothing refers to were removed')
  return swept
}

/**
 * Removes the files of a bucket that are older than `before` and not in use. `pathsUsedOf`: returns those of some paths
 * that are in use. @returns how many files were removed
 */
async function sweepBucket(
  files: Bucket,
  before: number,
  pathsUsedOf: (paths: string[]) => Promise<string[]>,
): Promise<number> {
  let swept = 0
  const sweepBatch = async (paths: string[]) => {
    const usedPaths = new Set(await pathsUsedOf(paths))
    for (const path of paths.filter((path) => !usedPaths.has(path))) {
      const file = await files.find(path)
      if (!file || file.writtenAt.getTime() >= before) continue
      await deleteFile(files, path)
      swept += 1
    }
  }
  const batch: string[] = []
  for await (const path of files.all()) {
    batch.push(path)
    if (batch.length === BATCH) await sweepBatch(batch.splice(0))
  }
  if (batch.length > 0) await sweepBatch(batch)
  return swept
}

/**
 * SQL: before this moment a deletion or replacement is twice as old as it can be undone, so that no restoration misses
 * its file.
 */
const longAgo = sql`now() - make_interval(mins => ${2 * RESTORABLE_MINUTES})`

async function brochuresInUse(paths: string[]): Promise<string[]> {
  const formerBrochures = db
    .select({ path: courses.formerPdfPath })
    .from(courses)
    .where(and(inArray(courses.formerPdfPath, paths), gte(courses.pdfReplacedAt, longAgo)))
  const rows = await db
    .select({ path: courses.pdfFilePath })
    .from(courses)
    .where(inArray(courses.pdfFilePath, paths))
    .unionAll(formerBrochures)
  return rows.map(({ path }) => path ?? '')
}

/** The path of the photograph of which a file is one size: all sizes are in use, or none. */
const photoPathOf = (path: string) => path.replace(/-\d+\.\w+$/, '')

async function sitePhotosInUse(paths: string[]): Promise<string[]> {
  const [row] = await db
    .select({ value: settingGroups.value })
    .from(settingGroups)
    .where(eq(settingGroups.name, 'photos'))
  const used = new Set(((row?.value ?? []) as SitePhoto[]).map(({ path }) => path))
  return paths.filter((path) => used.has(photoPathOf(path)))
}

async function photosInUse(paths: string[]): Promise<string[]> {
  const rows = await db
    .select({ path: courses.photoPath })
    .from(courses)
    .where(inArray(courses.photoPath, [...new Set(paths.map(photoPathOf))]))
  const used = new Set(rows.map(({ path }) => path))
  return paths.filter((path) => used.has(photoPathOf(path)))
}

type FileTable = typeof courseDocuments | typeof personalDocuments | typeof mailAttachments

async function pathsInUse(table: FileTable, paths: string[]): Promise<string[]> {
  const rows = await db.select({ path: table.filePath }).from(table).where(inArray(table.filePath, paths))
  return rows.map(({ path }) => path)
}

/** Deletes the rows of documents that were deleted long ago. */
async function dropDeletedDocuments() {
  await db.delete(courseDocuments).where(lt(courseDocuments.deletedAt, longAgo))
  await db.delete(personalDocuments).where(lt(personalDocuments.deletedAt, longAgo))
}
