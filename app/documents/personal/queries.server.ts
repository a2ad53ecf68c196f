import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm'
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
import { isGivenForGood } from '../../enrolments/mine/enrolment.sql'
import { formatDate } from '../../italian/dates'
import { formatFileSize } from '../../italian/file-sizes'
import { isId } from '../../parsing/text.rules'
import { isIssuedDocument } from './documents.sql'
import { kindForPerson } from './rules'

const { id, enrolmentId, kind, fileName, fileSize: size, createdAt } = personalDocuments
const isNotDeleted = isNull(personalDocuments.deletedAt)
const newest = [desc(createdAt), desc(id)]

/**
 * Of every enrolment of the member, newest first; those of an enrolment that ended too. `facts`: 'Attestato.pdf, 1,2 MB, 25
 * novembre 2026'; `certificate`: of an attestato that the site has issued, else null.
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
      certificate: { number: sql<string>`${certificates.facts} ->> 'number'`, code: certificates.code },
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .leftJoin(certificates, eq(certificates.documentId, id))
    .where(and(eq(userCourses.userId, member.id), isGivenForGood))
    .orderBy(...newest)
  return rows.map(({ id, enrolmentId, kind, fileName, size, createdAt, certificate }) => ({
    id,
    enrolmentId,
    name: kindForPerson(kind),
    fileName,
    certificate,
    facts: certificate
      ? `n. ${certificate.number}, ${formatDate(createdAt, 'd MMMM yyyy')}`
      : `${fileName}, ${formatFileSize(size)}, ${formatDate(createdAt, 'd MMMM yyyy')}`,
  }))
}
export type OwnDocument = Awaited<ReturnType<typeof ownDocuments>>[number]

/** What the office has given a person, with who did, newest first. */
export function documentsGivenTo(_staff: Staff, personId: string) {
  return db
    .select({
      id,
      enrolmentId,
      kind,
      fileName,
      createdAt,
      isIssued: isIssuedDocument,
      by: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .leftJoin(profiles, eq(profiles.id, personalDocuments.givenBy))
    .where(and(eq(userCourses.userId, personId), isNotDeleted))
    .orderBy(...newest)
}
export type GivenDocument = Awaited<ReturnType<typeof documentsGivenTo>>[number]

/** `decision`: takes it back while its e-mail waits. */
export async function personalById(_staff: Staff, documentId: string) {
  if (!isId(documentId)) return undefined
  const { firstName, lastName } = profiles
  const { title, startDate, place } = courses
  const waiting = db
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
      decision: decisions.id,
      isIssued: isIssuedDocument,
    })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(
      decisions,
      and(eq(decisions.id, personalDocuments.decisionId), isNull(decisions.undoneAt), exists(waiting)),
    )
    .where(and(eq(id, documentId), isNotDeleted))
  return document
}
