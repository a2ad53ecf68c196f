import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm'
import { fullName } from '../../accounts/people.sql'
import type { Member, Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import {
  certificates,
  courses,
  decisions,
  outgoingMail,
  personalDocuments,
  profiles,
  userCourses,
} from '../../database/schema'
import { canBeUndone } from '../../enrolments/decisions.sql'
import { isVisibleToRecipient } from '../../enrolments/mine/own-enrolments.sql'
import { formatDate } from '../../italian/dates'
import { formatFileSize } from '../../italian/file-sizes'
import { isId } from '../../parsing/text.rules'
import { isIssuedDocument } from './documents.sql'
import { kindForPerson } from './rules'

const { id, enrolmentId, kind, fileName, fileSize: size, createdAt } = personalDocuments
const isNotDeleted = isNull(personalDocuments.deletedAt)
const issuedOn = sql<string | null>`${certificates.facts} ->> 'issuedOn'`
const newestFirst = [desc(createdAt), desc(id)]

/**
 * The documents that the member may read (`isVisibleToRecipient`) in any enrolment, also one that ended, newest first.
 * `name`: the kind in words, 'Il tuo attestato'. `certificate`: number and code of an attestato that the site has
 * issued, else null; `line`: 'n. 2026/0012, 25 novembre 2026' for such an attestato, with the day that it bears;
 * 'Contratto.pdf, 1,20 MB, 25 novembre 2026' for another file.
 */
export async function ownDocuments(member: Member) {
  const rows = await db
    .select({
      id,
      enrolmentId,
      kind,
      fileName,
      size,
      createdAt,
      certificate: {
        number: sql<string>`${certificates.facts} ->> 'number'`,
        issuedOn: sql<string>`${issuedOn}`,
        code: certificates.code,
      },
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .leftJoin(certificates, eq(certificates.documentId, id))
    .where(and(eq(userCourses.userId, member.id), isVisibleToRecipient))
    .orderBy(...newestFirst)
  return rows.map(({ id, enrolmentId, kind, fileName, size, createdAt, certificate }) => ({
    id,
    enrolmentId,
    name: kindForPerson(kind),
    fileName,
    certificate,
    line: certificate
      ? `n. ${certificate.number}, ${formatDate(certificate.issuedOn, 'd MMMM yyyy')}`
      : `${fileName}, ${formatFileSize(size)}, ${formatDate(createdAt, 'd MMMM yyyy')}`,
  }))
}
export type OwnDocument = Awaited<ReturnType<typeof ownDocuments>>[number]

/**
 * The documents that the office has given to a person and not deleted, newest first. `by`: the name of the colleague
 * who gave it, null if that account is deleted; `isIssued`: as `isIssuedDocument`; `issuedOn`: the day that such an
 * attestato bears, YYYY-MM-DD.
 */
export function documentsGivenTo(_staff: Staff, personId: string) {
  return db
    .select({
      id,
      enrolmentId,
      kind,
      fileName,
      createdAt,
      isIssued: isIssuedDocument,
      issuedOn,
      by: fullName(profiles),
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .leftJoin(profiles, eq(profiles.id, personalDocuments.givenBy))
    .leftJoin(certificates, eq(certificates.documentId, id))
    .where(and(eq(userCourses.userId, personId), isNotDeleted))
    .orderBy(...newestFirst)
}
export type GivenDocument = Awaited<ReturnType<typeof documentsGivenTo>>[number]

/**
 * A personal document; undefined for an unknown or deleted one. `openDecision`: id of the decision to give it, while it
 * can be undone to take the document back; else null. `isIssued`: as `isIssuedDocument`.
 */
export async function personalDocumentById(_staff: Staff, documentId: string) {
  if (!isId(documentId)) return undefined
  const { firstName, lastName } = profiles
  const { title, startDate, place } = courses
  const untriedEmail = db
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(and(eq(outgoingMail.decisionId, decisions.id), eq(outgoingMail.attempts, 0)))
  const [document] = await db
    .select({
      id,
      kind,
      fileName,
      person: { id: profiles.id, firstName, lastName },
      course: { id: courses.id, title, startDate, place },
      openDecision: decisions.id,
      isIssued: isIssuedDocument,
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(
      decisions,
      and(eq(decisions.id, personalDocuments.decisionId), canBeUndone(decisions.id), exists(untriedEmail)),
    )
    .where(and(eq(id, documentId), isNotDeleted))
  return document
}
