import { and, eq, isNull } from 'drizzle-orm'
import { isStaff, type Member } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { personalDocuments, userCourses } from '../../database/schema'
import { isVisibleToRecipient } from '../../enrolments/mine/own-enrolments.sql'
import { isId } from '../../parsing/text.rules'

const { id, enrolmentId, fileName, fileType, filePath, deletedAt } = personalDocuments

/**
 * A personal document, for the office, and for its person once the office can no longer take it back; undefined for
 * anybody else.
 */
export async function personalDocumentFor(reader: Member, documentId: string) {
  if (!isId(documentId)) return undefined
  const isReadable = isStaff(reader)
    ? isNull(deletedAt)
    : and(eq(userCourses.userId, reader.id), isVisibleToRecipient)
  const [document] = await db
    .select({ fileName, fileType, filePath })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .where(and(eq(id, documentId), isReadable))
  return document
}
