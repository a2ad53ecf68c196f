import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fullName, inOrderOfNames } from '../accounts/people.sql'
import { isNotDeleted } from '../accounts/queries.server'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { isAtOwnPace } from '../courses/rules'
import { sessionsOfCourse } from '../courses/sessions.sql'
import { type Database, db } from '../database/client.server'
import { certificates, courses, profiles, userCourses } from '../database/schema'
import { attendedMinutes } from '../enrolments/attendance/attendance.sql'
import { type Attended, attendanceRequirement } from '../enrolments/attendance/rules'
import { hasCertificate, hasIssuedCertificate, holdsSeat } from '../enrolments/enrolments.sql'
import type { EnrolmentState } from '../enrolments/rules'
import { unprintable } from '../papers/rules'
import { type CertificateEligibility, lacksOf } from './rules'

/** The order in which candidates are listed, and get their numbers. */
const byName = [...inOrderOfNames, asc(userCourses.id)]

/** What of a course decides who may have an attestato. */
type CertifiedCourse = Pick<StoredCourse, 'format' | 'attendanceThreshold'> & {
  sessions: CertificateEligibility['lessons']
}

/** The lessons of a course in which people are marked: none if everybody takes it when they like. */
const lessonsWithRegisterOf = (course: CertifiedCourse) => (isAtOwnPace(course) ? [] : course.sessions)
const requirementOf = (course: CertifiedCourse) =>
  attendanceRequirement(lessonsWithRegisterOf(course), course.attendanceThreshold)

/** What keeps a person with this name from an attestato of a course. */
function lacksIn(
  course: CertifiedCourse,
  { name, status, attended, soFar }: Attended & { name: string; status: EnrolmentState },
) {
  return lacksOf({
    status,
    lessons: lessonsWithRegisterOf(course),
    attendance: { attended, soFar },
    requirement: requirementOf(course),
    unprintableLetters: unprintable(name),
  })
}

/** SQL: why the last revoked attestato of an enrolment was revoked; null without one. */
const revokeReason = sql<string | null>`(select revoked.end_reason from ${certificates} as revoked
  where revoked.enrolment_id = ${userCourses}.id and revoked.ending = 'revoked' order by revoked.ended_at desc limit 1)`

/**
 * Lists the enrolments that hold a seat in an edition, all or those among `ids`, with what each lacks for an attestato,
 * by last name. Deleted accounts have no name and are left out.
 */
export async function certificateCandidates(
  _staff: Staff,
  course: CertifiedCourse & { id: string },
  from: Database = db,
  ids?: readonly string[],
) {
  const rows = await from
    .select({
      id: userCourses.id,
      personId: profiles.id,
      email: profiles.email,
      phone: profiles.phone,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      status: userCourses.status,
      hasIssuedCertificate: hasIssuedCertificate(userCourses.id),
      /** A file of the kind 'attestato', issued by the site or uploaded by the office. */
      hasCertificate,
      revokeReason,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, course.id), holdsSeat, ids && inArray(userCourses.id, [...ids])))
    .orderBy(...byName)
  const requirement = requirementOf(course)
  return rows
    .filter(({ email }) => !isDeletedAccount(email))
    .map((person) => {
      const name = `${person.firstName} ${person.lastName}`
      return { ...person, requirement, lacks: lacksIn(course, { ...person, name }) }
    })
}
export type CertificateCandidate = Awaited<ReturnType<typeof certificateCandidates>>[number]

/**
 * SQL: whether a person has completed a course and has had no attestato, neither issued by the site nor uploaded. Who
 * had one that was revoked may get another, but nobody is reminded of it.
 */
const isWithoutCertificate = and(
  eq(userCourses.status, 'completed'),
  holdsSeat,
  isNotDeleted,
  not(hasIssuedCertificate(userCourses.id)),
  not(hasCertificate),
  isNull(revokeReason),
)

type PersonWithoutCertificate = Attended & { name: string }

/** SQL: the people of an edition who have completed it and have no attestato, as one JSON column. */
export function peopleWithoutCertificate(courseId: string | AnyPgColumn) {
  const person = db
    .select({
      name: fullName(profiles).as('name'),
      attended: attendedMinutes.attended.as('attended'),
      soFar: attendedMinutes.soFar.as('soFar'),
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), isWithoutCertificate))
    .as('person')
  return sql<PersonWithoutCertificate[]>`(select coalesce(json_agg(person), '[]') from ${person})`
}

/** Counts the people who may have an attestato now among those who have completed an edition. */
export const countReadyPeople = (course: CertifiedCourse, people: readonly PersonWithoutCertificate[]) =>
  people.filter((person) => lacksIn(course, { ...person, status: 'completed' }).length === 0).length

/** Days after the last lesson of an edition in which the office is reminded of its attestati. */
const REMINDED_DAYS = 60

/**
 * Lists the editions that ended in the last `REMINDED_DAYS` days in which somebody may have an attestato and has none,
 * the last to end first. `readyCount`: how many people; `day`: today, YYYY-MM-DD.
 */
export async function editionsWithReadyPeople(_staff: Staff, day: string) {
  const rows = await db
    .select({
      id: courses.id,
      title: courses.title,
      startDate: courses.startDate,
      place: courses.place,
      format: courses.format,
      attendanceThreshold: courses.attendanceThreshold,
      sessions: sessionsOfCourse,
      people: peopleWithoutCertificate(courses.id),
    })
    .from(courses)
    .where(
      and(
        sql`${courses.endDate} between ${day}::date - ${REMINDED_DAYS}::int and ${day}::date`,
        isNull(courses.archivedAt),
      ),
    )
    .orderBy(desc(courses.endDate), asc(courses.id))
  return rows
    .map(({ people, sessions, ...course }) => ({
      ...course,
      readyCount: countReadyPeople({ ...course, sessions }, people),
    }))
    .filter(({ readyCount }) => readyCount > 0)
}
