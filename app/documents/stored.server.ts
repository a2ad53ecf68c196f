import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { inTransaction, type Transaction } from '../database/client.server'
import { log } from '../runtime/log.server'
import { type Refused, refuse } from '../runtime/outcome.rules'
import { type Bucket, bucket } from '../storage/files.server'
import { inspect } from '../storage/inspection.server'
import { withoutPosition } from '../storage/photo-position.server'
import type { Upload } from '../storage/uploads.server'
import { type FileRefusal, type Kind, kindOf, MAX_FILE_BYTES, RESTORABLE_MINUTES } from './rules'

export const brochures = bucket('course_pdfs')
export const documents = bucket('course_documents')
export const photos = bucket('course_photos')
export const personalFiles = bucket('personal_documents')

export const isTooLate = (deletedAt: AnyPgColumn) =>
  sql<boolean>`${deletedAt} <= now() - make_interval(mins => ${RESTORABLE_MINUTES})`

type File = { path: string; bytes: Uint8Array; type: string }

type Accepted = { ok: true; kind: Kind; bytes: Uint8Array }

/** Checks size, name and content of an upload. The bytes to store tell of a photograph not where it was taken. */
export async function acceptFile({ name, bytes }: Upload): Promise<Accepted | Refused<FileRefusal>> {
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too-large')
  const { extension, concern } = await inspect(bytes)
  const kind = kindOf(name, extension)
  if (typeof kind === 'string') return refuse(kind)
  return concern ? refuse(concern) : { ok: true, kind, bytes: withoutPosition(bytes, extension) }
}

/**
 * Stores a file, then runs the change that refers to it; a refused or failed change deletes the file. `referred` asks
 * whether a failed commit succeeded after all.
 */
export function storeWith<Done extends { ok: true }>(
  files: Bucket,
  file: File,
  change: (tx: Transaction) => Promise<Done | Refused<FileRefusal>>,
  referred: () => Promise<boolean>,
): Promise<Done | Refused<FileRefusal>> {
  return storeAllWith(files, [file], change, referred)
}

/** The same with several files that belong together. */
export async function storeAllWith<Done extends { ok: true }>(
  files: Bucket,
  parts: File[],
  change: (tx: Transaction) => Promise<Done | Refused<FileRefusal>>,
  referred: () => Promise<boolean>,
): Promise<Done | Refused<FileRefusal>> {
  const forgetAll = () => Promise.all(parts.map(({ path }) => forget(files, path)))
  try {
    for (const { path, bytes, type } of parts) await files.put(path, bytes, { type })
  } catch (error) {
    log.error({ err: error }, 'A file could not be stored')
    if (parts.length > 1) await forgetAll()
    return refuse('upload-failed')
  }
  try {
    const done = await inTransaction(change)
    if (!done.ok) await forgetAll()
    return done
  } catch (error) {
    log.error({ err: error }, 'The change for a stored file failed')
    // Without an answer the file stays, and the sweep decides.
    const isReferred = await referred().catch(() => true)
    if (!isReferred) await forgetAll()
    return refuse('path-failed')
  }
}

/** On failure the sweep removes the file later. */
export async function forget(files: Bucket, path: string | null): Promise<void> {
  if (path === null) return
  await files
    .remove(path)
    .catch((error) => log.warn({ err: error }, 'A file could not be removed: the sweep will'))
}
