import { and, asc, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isGone, type Member, type Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { isAtOwnPace } from '../courses/rules'
import { type Database, db } from '../database/client.server'
import {
  certificateNumbers,
  certificates,
  courseSessions,
  courses,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { attendedMinutes } from '../enrolments/attendance/attendance.sql'
import { planOf } from '../enrolments/attendance/rules'
import { canBeUndone } from '../enrolments/decisions.sql'
import { hasCertificate, hasValidCertificate, holdsSeat } from '../enrolments/enrolments.sql'
import { unprintable } from '../papers/rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { isIssuedForGood } from './certificates.sql'
import {
  type CertificateCase,
  type CertificateNumber,
  isSameName,
  readCertificateNumber,
  readCode,
} from './rules'

/** The order in which numbers are given. */
const byName = [
  sql`${profiles.lastName} collate "und-x-icu"`,
  sql`${profiles.firstName} collate "und-x-icu"`,
  asc(userCourses.id),
]

/** A course as its attestati need it. */
export type CertifiedCourse = Pick<StoredCourse, 'id' | 'format' | 'attendanceThreshold'>

/**
 * Everybody with a seat in an edition, by last name, with what decides about their attestato. Deleted accounts have no
 * name and are left out. `ids`: only these enrolments.
 */
export async function casesIn(from: Database, course: CertifiedCourse, ids?: readonly string[]) {
  const lessons = isAtOwnPace(course) ? [] : await lessonsOf(from, course.id)
  const plan = planOf(lessons, course.attendanceThreshold)
  const rows = await from
    .select({
      id: userCourses.id,
      personId: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      status: userCourses.status,
      hasValid: hasValidCertificate(userCourses.id),
      /** A file of this kind, which the office may have given by hand. */
      hasCertificate,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, course.id), holdsSeat, ids && inArray(userCourses.id, [...ids])))
    .orderBy(...byName)
  return rows
    .filter(({ email }) => !isGone(email))
    .map((person) => {
      const { status, attended, soFar, firstName, lastName } = person
      const attendance = { attended, soFar }
      const facts: CertificateCase = {
        status,
        lessons,
        attendance,
        plan,
        unprintable: unprintable(`${firstName} ${lastName}`),
      }
      return { ...person, facts }
    })
}
export type PersonCase = Awaited<ReturnType<typeof casesIn>>[number]

/** The same for the office, outside of a transaction. */
export const certificateCases = (_staff: Staff, course: CertifiedCourse) => casesIn(db, course)

/** What decides about the attestato that would replace this one; undefined once its person is gone. */
export async function caseOf(
  _staff: Staff,
  { courseId, enrolmentId }: { courseId: string; enrolmentId: string },
): Promise<PersonCase | undefined> {
  const { id, format, attendanceThreshold } = courses
  const [course] = await db.select({ id, format, attendanceThreshold }).from(courses).where(eq(id, courseId))
  const [person] = course ? await casesIn(db, course, [enrolmentId]) : []
  return person
}

function lessonsOf(from: Database, courseId: string) {
  const { number, startDate, hours, closedAt } = courseSessions
  return from
    .select({ number, startDate, hours, closedAt })
    .from(courseSessions)
    .where(eq(courseSessions.courseId, courseId))
    .orderBy(asc(courseSessions.position))
}

/** The attestati of an edition, by last name, with whatever they are now. */
export function certificatesIn(_staff: Staff, courseId: string) {
  return certificateRows(eq(userCourses.courseId, courseId)).orderBy(
    sql`${certificates.facts} ->> 'lastName' collate "und-x-icu"`,
    desc(certificates.year),
    desc(certificates.seq),
  )
}

/** The attestati of an edition that have a file, by number. */
export function certificateFiles(_staff: Staff, courseId: string) {
  const { year, seq, facts, ending, documentId } = certificates
  const { filePath, fileName } = personalDocuments
  return db
    .select({ facts, ending, filePath, fileName })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .innerJoin(personalDocuments, eq(personalDocuments.id, documentId))
    .where(and(eq(userCourses.courseId, courseId), isNull(personalDocuments.deletedAt)))
    .orderBy(asc(year), asc(seq))
}

/** Of a person, the newest first. */
export function certificatesOfPerson(_staff: Staff, personId: string) {
  return certificateRows(eq(userCourses.userId, personId)).orderBy(
    desc(certificates.year),
    desc(certificates.seq),
  )
}

/** Undefined without one. */
export async function certificateById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [row] = await certificateRows(eq(certificates.id, id))
  return row
}

const newer = alias(certificates, 'newer')

function certificateRows(where: SQL) {
  return db
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      code: certificates.code,
      enrolmentId: certificates.enrolmentId,
      courseId: userCourses.courseId,
      personId: userCourses.userId,
      facts: certificates.facts,
      documentId: certificates.documentId,
      issuedAt: certificates.issuedAt,
      issuedBy: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      isHeld: sql<boolean>`not ${isIssuedForGood}`,
      endedAt: certificates.endedAt,
      ending: certificates.ending,
      endReason: certificates.endReason,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .leftJoin(profiles, eq(profiles.id, certificates.issuedBy))
    .where(where)
    .$dynamic()
}
export type IssuedCertificate = Awaited<ReturnType<typeof certificatesIn>>[number]

/** The last number of this year; `seq` is 0 before the first. */
export async function lastNumber(_staff: Staff): Promise<CertificateNumber> {
  const year = Number(today().slice(0, 4))
  const [row] = await db
    .select({ last: certificateNumbers.last })
    .from(certificateNumbers)
    .where(eq(certificateNumbers.year, year))
  return { year, seq: row?.last ?? 0 }
}

// ── What everybody may read ─────────────────────────────────────────────────────────────────────────

/**
 * What the paper with this code is; undefined where there is none, and while its issuing can be taken back. The caller
 * limits how often somebody may ask.
 */
export async function certificateByCode(text: string) {
  const code = readCode(text)
  const found = code === null ? undefined : await publicCertificate(eq(certificates.code, code))
  return found && withoutNameIfEnded(found)
}

/** The same by the number of a paper and the last name on it, as they were typed. */
export async function certificateByNumber(number: string, lastName: string) {
  const read = readCertificateNumber(number)
  if (!read) return undefined
  const found = await publicCertificate(
    and(eq(certificates.year, read.year), sql`${certificates.seq} = ${read.seq}::int`),
  )
  return found && isSameName(found.facts.lastName, lastName) ? withoutNameIfEnded(found) : undefined
}

/** Whose paper it was is told of a valid one alone. */
function withoutNameIfEnded(certificate: PublicCertificate): PublicCertificate {
  if (certificate.ending === null) return certificate
  return { ...certificate, facts: { ...certificate.facts, firstName: '', lastName: '' } }
}

/** `newer`: what replaces it, once its issuing is final; until then it is valid. */
async function publicCertificate(which: SQL | undefined) {
  const [row] = await db
    .select({
      year: certificates.year,
      seq: certificates.seq,
      facts: certificates.facts,
      endedAt: certificates.endedAt,
      ending: certificates.ending,
      endReason: certificates.endReason,
      newer: { code: newer.code, year: newer.year, seq: newer.seq, reason: newer.replaceReason },
    })
    .from(certificates)
    .leftJoin(newer, and(eq(newer.replaces, certificates.id), not(canBeUndone(newer.decisionId))))
    .where(and(which, isIssuedForGood))
  if (!row) return undefined
  const isReplacing = row.ending === 'replaced' && !row.newer
  return isReplacing ? { ...row, ending: null, endedAt: null } : row
}
export type PublicCertificate = NonNullable<Awaited<ReturnType<typeof publicCertificate>>>

// ── What its person reads ───────────────────────────────────────────────────────────────────────────

/** The revoked attestati of a member's own enrolment, the newest first: they are no documents any more. */
export function endedCertificates(member: Member, enrolment: string) {
  return db
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      code: certificates.code,
      endedAt: certificates.endedAt,
      endReason: certificates.endReason,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .where(
      and(
        eq(userCourses.userId, member.id),
        eq(certificates.enrolmentId, enrolment),
        eq(certificates.ending, 'revoked'),
      ),
    )
    .orderBy(desc(certificates.year), desc(certificates.seq))
}
export type EndedCertificate = Awaited<ReturnType<typeof endedCertificates>>[number]
