import { and, inArray, lt, notExists, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { mailAttachments, outgoingMail } from '../database/schema'
import { bucket } from '../storage/files.server'

export const attachmentFiles = bucket('mail_attachments')

/** Reads the files of an e-mail in the order of `ids`; null if a file is missing. */
export async function readAttachments(ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(mailAttachments)
    .where(inArray(mailAttachments.id, [...ids]))
  const attachments: { name: string; type: string; bytes: Uint8Array }[] = []
  for (const id of ids) {
    const row = rows.find((row) => row.id === id)
    const bytes = row && (await attachmentFiles.read(row.filePath))
    if (!bytes) return null
    attachments.push({ name: row.fileName, type: row.fileType, bytes })
  }
  return attachments
}

/**
 * Hours for which a file that no unsent e-mail needs is kept after its last use, or after its upload if no message used
 * it.
 */
const UNUSED_HOURS = 24

/**
 * Deletes the rows of files that no unsent e-mail needs, after `UNUSED_HOURS`. The files are deleted by the sweep
 * (documents/sweep.server.ts).
 */
export async function dropUnusedAttachments(): Promise<void> {
  const needed = db
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(
      sql`${outgoingMail.sentAt} is null and ${outgoingMail.attachments} <> '{}' and ${mailAttachments.id} = any(${outgoingMail.attachments})`,
    )
  const isOld = lt(mailAttachments.usedAt, sql`now() - make_interval(hours => ${UNUSED_HOURS})`)
  await db.delete(mailAttachments).where(and(isOld, notExists(needed)))
}
