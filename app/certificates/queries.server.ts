import { and, asc, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { inOrderOfNames } from '../accounts/people.sql'
import { isNotDeleted } from '../accounts/queries.server'
import { isDeletedAccount, type Member, type Staff } from '../accounts/rules'
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
import { type Attended, attendanceRequirement } from '../enrolments/attendance/rules'
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
  lacksOf,
  readCertificateNumber,
  readCode,
} from './rules'

/** The order in which numbers are given. */
const byName = [...inOrderOfNames, asc(userCourses.id)]

/** What of a course decides who may have an attestato. */
type CertifiedCourse = Pick<StoredCourse, 'id' | 'format' | 'attendanceThreshold'>
type WithLessons = CertifiedCourse & { sessions: CertificateCase['lessons'] }

/**
 * The enrolments among `ids` that hold a seat in an edition, with what decides whether they may have an attestato, by
 * last name; deleted accounts are left out. `from`: the transaction that reads.
 */
export async function casesIn(from: Database, course: CertifiedCourse, ids: readonly string[]) {
  return casesAmong(from, { ...course, sessions: await lessonsOf(from, course.id) }, ids)
}

/** As `casesIn`, for everybody with a seat in an edition. */
export const certificateCases = (_staff: Staff, course: WithLessons) => casesAmong(db, course)

/** Enrolments with a seat, all or `ids`, by last name. Deleted accounts have no name and are left out. */
async function casesAmong(from: Database, course: WithLessons, ids?: readonly string[]) {
  const lessons = isAtOwnPace(course) ? [] : course.sessions
  const requirement = attendanceRequirement(lessons, course.attendanceThreshold)
  const rows = await from
    .select({
      id: userCourses.id,
      personId: profiles.id,
      email: profiles.email,
      phone: profiles.phone,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      status: userCourses.status,
      hasValid: hasValidCertificate(userCourses.id),
      /** A file of the kind 'attestato', issued by the site or uploaded by the office. */
      hasCertificate,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, course.id), holdsSeat, ids && inArray(userCourses.id, [...ids])))
    .orderBy(...byName)
  return rows
    .filter(({ email }) => !isDeletedAccount(email))
    .map((person) => {
      const { status, attended, soFar, firstName, lastName } = person
      const attendance = { attended, soFar }
      const facts: CertificateCase = {
        status,
        lessons,
        attendance,
        requirement,
        unprintable: unprintable(`${firstName} ${lastName}`),
      }
      return { ...person, facts }
    })
}
export type PersonCase = Awaited<ReturnType<typeof casesIn>>[number]

/** The person has completed the course and has no attestato, neither issued by the site nor uploaded by the office. */
const isWithoutCertificate = and(
  eq(userCourses.status, 'completed'),
  holdsSeat,
  isNotDeleted,
  not(hasValidCertificate(userCourses.id)),
  not(hasCertificate),
)

/** The people of an edition who have completed it and have no attestato, as one column of a query. */
export function peopleWithoutCertificate(courseId: string) {
  const person = db
    .select({
      name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`.as('name'),
      attended: attendedMinutes.attended.as('attended'),
      soFar: attendedMinutes.soFar.as('soFar'),
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), isWithoutCertificate))
    .as('person')
  return sql<({ name: string } & Attended)[]>`(select coalesce(json_agg(person), '[]') from ${person})`
}

/** How many of the people who have completed an edition may have an attestato now. */
export function countReadyPeople(
  course: WithLessons,
  people: readonly ({ name: string } & Attended)[],
): number {
  const lessons = isAtOwnPace(course) ? [] : course.sessions
  const requirement = attendanceRequirement(lessons, course.attendanceThreshold)
  return people.filter(({ name, ...attendance }) =>
    hasNoLack({ status: 'completed', lessons, attendance, requirement, unprintable: unprintable(name) }),
  ).length
}

const hasNoLack = (facts: CertificateCase) => lacksOf(facts).length === 0

/** Days after the last lesson of an edition in which the office is reminded of its attestati. */
const REMINDED_DAYS = 60
/** Enrolments without an attestato that one query reads, of all editions together. */
const MOST_CANDIDATES = 500

/**
 * Editions that ended in the last `REMINDED_DAYS` days in which somebody may have an attestato and has none, the last
 * to end first. `people`: how many; `day`: today, YYYY-MM-DD.
 */
export async function editionsReady(_staff: Staff, day: string) {
  const rows = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      status: userCourses.status,
      ...attendedMinutes,
      lessons: sql<(Omit<CertificateCase['lessons'][number], 'closedAt'> & { closedAt: string | null })[]>`(
        select json_agg(json_build_object('number', number, 'startDate', start_date, 'hours', hours,
          'closedAt', closed_at)) from ${courseSessions} where course_id = ${courses}.id)`,
      course: {
        id: courses.id,
        title: courses.title,
        startDate: courses.startDate,
        place: courses.place,
        format: courses.format,
        attendanceThreshold: courses.attendanceThreshold,
      },
    })
    .from(courses)
    .innerJoin(userCourses, eq(userCourses.courseId, courses.id))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(
      and(
        sql`${courses.endDate} between ${day}::date - ${REMINDED_DAYS}::int and ${day}::date`,
        isNull(courses.archivedAt),
        isWithoutCertificate,
      ),
    )
    .orderBy(desc(courses.endDate), asc(courses.id))
    .limit(MOST_CANDIDATES)
  const ready = rows.filter(({ firstName, lastName, status, attended, soFar, lessons: stored, course }) => {
    const lessons = isAtOwnPace(course) ? [] : stored
    return hasNoLack({
      status,
      attendance: { attended, soFar },
      requirement: attendanceRequirement(lessons, course.attendanceThreshold),
      lessons: lessons.map((lesson) => ({
        ...lesson,
        closedAt: lesson.closedAt ? new Date(lesson.closedAt) : null,
      })),
      unprintable: unprintable(`${firstName} ${lastName}`),
    })
  })
  const byCourse = Map.groupBy(ready, ({ course }) => course.id)
  return [...byCourse.values()].flatMap((people) => {
    const [first] = people
    return first ? [{ ...first.course, people: people.length }] : []
  })
}

/**
 * An enrolment with what decides whether it may have an attestato, and its course; undefined if the account is deleted
 * or the enrolment holds no seat.
 */
export async function caseOf(_staff: Staff, enrolmentId: string) {
  if (!isId(enrolmentId)) return undefined
  const [row] = await db
    .select({ course: courses })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, enrolmentId))
  const [person] = row ? await casesIn(db, row.course, [enrolmentId]) : []
  return row && person && { course: row.course, person }
}

function lessonsOf(from: Database, courseId: string) {
  const { number, startDate, hours, closedAt } = courseSessions
  return from
    .select({ number, startDate, hours, closedAt })
    .from(courseSessions)
    .where(eq(courseSessions.courseId, courseId))
    .orderBy(asc(courseSessions.position))
}

/** The attestati of an edition, valid and ended, by last name, the newest of a name first. */
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

/** The attestati of a person, the newest first. */
export function certificatesOfPerson(_staff: Staff, personId: string) {
  return certificateRows(eq(userCourses.userId, personId)).orderBy(
    desc(certificates.year),
    desc(certificates.seq),
  )
}

/** The attestato with this id, or undefined. */
export async function certificateById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [row] = await certificateRows(eq(certificates.id, id))
  return row
}

/** The attestato with a typed number, as a list of one; an empty list if there is none. */
export async function foundCertificates(_staff: Staff, text: string) {
  const number = readCertificateNumber(text)
  return number ? certificateRows(hasNumber(number)) : []
}

const hasNumber = ({ year, seq }: CertificateNumber) =>
  and(eq(certificates.year, year), sql`${certificates.seq} = ${seq}::int`)

const newer = alias(certificates, 'newer')
const owner = alias(profiles, 'owner')

/**
 * `issuedBy`: a name, null if the account is deleted; `isUndoable`: whether the office can still take the issuing
 * back.
 */
function certificateRows(where: SQL | undefined) {
  return db
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      code: certificates.code,
      enrolmentId: certificates.enrolmentId,
      courseId: userCourses.courseId,
      personId: userCourses.userId,
      email: owner.email,
      facts: certificates.facts,
      documentId: certificates.documentId,
      issuedAt: certificates.issuedAt,
      issuedBy: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      isUndoable: sql<boolean>`not ${isIssuedForGood}`,
      endedAt: certificates.endedAt,
      ending: certificates.ending,
      endReason: certificates.endReason,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .innerJoin(owner, eq(owner.id, userCourses.userId))
    .leftJoin(profiles, eq(profiles.id, certificates.issuedBy))
    .where(where)
    .$dynamic()
}
export type IssuedCertificate = Awaited<ReturnType<typeof certificatesIn>>[number]

/** The last number that was given this year; `seq` is 0 if none was. */
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
 * The attestato with the code of a QR, for everybody; undefined if there is none, or while the office can still take
 * its issuing back. The caller limits how often a visitor may ask.
 */
export async function certificateByCode(text: string) {
  const code = readCode(text)
  const found = code === null ? undefined : await publicCertificate(eq(certificates.code, code))
  return found && withoutNameIfEnded(found)
}

/** The attestato with a typed number and last name, for everybody; undefined as in `certificateByCode`. */
export async function certificateByNumber(number: string, lastName: string) {
  const read = readCertificateNumber(number)
  if (!read) return undefined
  const found = await publicCertificate(hasNumber(read))
  return found && isSameName(found.facts.lastName, lastName) ? withoutNameIfEnded(found) : undefined
}

/** The name of the person is public on a valid attestato only. */
function withoutNameIfEnded(certificate: PublicCertificate): PublicCertificate {
  if (certificate.ending === null) return certificate
  return { ...certificate, facts: { ...certificate.facts, firstName: '', lastName: '' } }
}

/** Its issuing was not taken back. */
const isNotVoid = (ending: AnyPgColumn) => sql`${ending} is distinct from 'void'`

/** `newer`: what replaces the attestato; null while that can be taken back, which leaves the attestato valid. */
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
    .leftJoin(
      newer,
      and(eq(newer.replaces, certificates.id), isNotVoid(newer.ending), not(canBeUndone(newer.decisionId))),
    )
    .where(and(which, isIssuedForGood))
  if (!row) return undefined
  const isReplacing = row.ending === 'replaced' && !row.newer
  return isReplacing ? { ...row, ending: null, endedAt: null } : row
}
export type PublicCertificate = NonNullable<Awaited<ReturnType<typeof publicCertificate>>>

// ── What its person reads ───────────────────────────────────────────────────────────────────────────

/** The revoked attestati of a member's own enrolment, the newest first. They are not among the member's documents. */
export function revokedCertificates(member: Member, enrolment: string) {
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
export type RevokedCertificate = Awaited<ReturnType<typeof revokedCertificates>>[number]
