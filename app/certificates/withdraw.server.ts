import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import {
  certificateNumbers,
  certificates,
  courses,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { formatCertificateNumber } from './rules'

/**
 * Takes back the attestati of a decision; an attestato that one of them replaced is valid again. If their numbers are
 * the last of the year, the attestati are deleted and the numbers are free again; else the attestati stay as 'void'.
 * Their documents are marked as deleted; the caller deletes the e-mails of the decision.
 * @returns false, with nothing changed, if the decision has no attestati or one of them has ended
 */
export async function withdrawCertificates(
  tx: Transaction,
  staff: Staff,
  decisionId: string,
): Promise<boolean> {
  const issued = await tx
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      replaces: certificates.replaces,
      documentId: certificates.documentId,
      endedAt: certificates.endedAt,
      course: courses.title,
      email: profiles.email,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(certificates.decisionId, decisionId))
    .orderBy(desc(certificates.seq))
    .for('update', { of: certificates })
  const [newest] = issued
  if (!newest || issued.some(({ endedAt }) => endedAt !== null)) return false
  const ids = issued.map(({ id }) => id)
  const documentIds = issued.flatMap(({ documentId }) => documentId ?? [])
  const replacedIds = issued.flatMap(({ replaces }) => replaces ?? [])
  await tx
    .update(personalDocuments)
    .set({ deletedAt: sql`now()` })
    .where(and(inArray(personalDocuments.id, documentIds), isNull(personalDocuments.deletedAt)))
  // The numbers of a decision are consecutive and of one year: one call of `reserveNumbers` reserved them.
  const { year, last } = certificateNumbers
  const { rowCount } = await tx
    .update(certificateNumbers)
    .set({ last: sql`${last} - ${issued.length}` })
    .where(and(eq(year, newest.year), eq(last, newest.seq)))
  const areLastOfYear = rowCount === 1
  if (areLastOfYear) {
    await tx.delete(certificates).where(inArray(certificates.id, ids))
  } else {
    await tx
      .update(certificates)
      .set({ endedAt: sql`now()`, ending: 'void', documentId: null })
      .where(inArray(certificates.id, ids))
  }
  await tx
    .update(certificates)
    .set({ endedAt: null, ending: null })
    .where(inArray(certificates.id, replacedIds))
  const entries = issued.map(({ id, course, email, ...certificate }) => ({
    action: areLastOfYear ? ('delete' as const) : ('update' as const),
    entity: 'certificates' as const,
    id,
    details: { undone: true, certificate: formatCertificateNumber(certificate), course, email },
  }))
  await record(tx, staff, entries)
  return true
}
