import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { inOrderOfNames } from '../accounts/people.sql'
import { isNotDeleted } from '../accounts/queries.server'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { isAtOwnPace } from '../courses/rules'
import { type Database, db } from '../database/client.server'
import { certificates, courseSessions, courses, profiles, userCourses } from '../database/schema'
import { attendedMinutes } from '../enrolments/attendance/attendance.sql'
import { type Attended, attendanceRequirement } from '../enrolments/attendance/rules'
import { hasCertificate, hasIssuedCertificate, holdsSeat } from '../enrolments/enrolments.sql'
import { unprintable } from '../papers/rules'
import { isId } from '../parsing/text.rules'
import { type CertificateEligibility, lacksOf } from './rules'

/** The order in which candidates are listed, and get their numbers. */
const byName = [...inOrderOfNames, asc(userCourses.id)]

/** What of a course decides who may have an attestato. */
type CertifiedCourse = Pick<StoredCourse, 'id' | 'format' | 'attendanceThreshold'>
type CourseWithLessons = CertifiedCourse & { sessions: CertificateEligibility['lessons'] }

/** SQL: why the last revoked attestato of an enrolment was revoked; null without one. */
const revokeReason = sql<string | null>`(select revoked.end_reason from ${certificates} as revoked
  where revoked.enrolment_id = ${userCourses}.id and revoked.ending = 'revoked' order by revoked.ended_at desc limit 1)`

/**
 * Returns the enrolments among `ids` that hold a seat in an edition, with what decides whether they may have an
 * attestato, by last name; deleted accounts are left out.
 */
export async function candidatesAmong(from: Database, course: CertifiedCourse, ids: readonly string[]) {
  return selectCandidates(from, { ...course, sessions: await lessonsOf(from, course.id) }, ids)
}

/** As `candidatesAmong`, for all enrolments with a seat in an edition. */
export const certificateCandidates = (_staff: Staff, course: CourseWithLessons) =>
  selectCandidates(db, course)

/** Reads the candidates, all or those among `ids`. Deleted accounts have no name and are left out. */
async function selectCandidates(from: Database, course: CourseWithLessons, ids?: readonly string[]) {
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
  return rows
    .filter(({ email }) => !isDeletedAccount(email))
    .map((person) => {
      const { status, attended, soFar, firstName, lastName } = person
      const attendance = { attended, soFar }
      const eligibility: CertificateEligibility = {
        status,
        lessons,
        attendance,
        requirement,
        unprintableLetters: unprintable(`${firstName} ${lastName}`),
      }
      return { ...person, eligibility }
    })
}
export type CertificateCandidate = Awaited<ReturnType<typeof candidatesAmong>>[number]

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

/** SQL: the people of an edition who have completed it and have no attestato, as one JSON column. */
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

/** Counts the people who may have an attestato now among those who have completed an edition. */
export function countReadyPeople(
  course: CourseWithLessons,
  people: readonly ({ name: string } & Attended)[],
): number {
  const lessons = isAtOwnPace(course) ? [] : course.sessions
  const requirement = attendanceRequirement(lessons, course.attendanceThreshold)
  return people.filter(({ name, ...attendance }) =>
    hasNoLack({
      status: 'completed',
      lessons,
      attendance,
      requirement,
      unprintableLetters: unprintable(name),
    }),
  ).length
}

const hasNoLack = (eligibility: CertificateEligibility) => lacksOf(eligibility).length === 0

/** Days after the last lesson of an edition in which the office is reminded of its attestati. */
const REMINDED_DAYS = 60
/** Most enrolments without an attestato that one query reads, in all editions together. */
const MOST_CANDIDATES = 500

/**
 * Lists the editions that ended in the last `REMINDED_DAYS` days in which somebody may have an attestato and has none,
 * the last to end first. `readyCount`: how many people; `day`: today, YYYY-MM-DD.
 */
export async function editionsWithReadyPeople(_staff: Staff, day: string) {
  const rows = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      status: userCourses.status,
      ...attendedMinutes,
      lessons: sql<
        (Omit<CertificateEligibility['lessons'][number], 'closedAt'> & { closedAt: string | null })[]
      >`(
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
  const readyRows = rows.filter(
    ({ firstName, lastName, status, attended, soFar, lessons: storedLessons, course }) => {
      const lessons = isAtOwnPace(course) ? [] : storedLessons
      return hasNoLack({
        status,
        attendance: { attended, soFar },
        requirement: attendanceRequirement(lessons, course.attendanceThreshold),
        lessons: lessons.map((lesson) => ({
          ...lesson,
          closedAt: lesson.closedAt ? new Date(lesson.closedAt) : null,
        })),
        unprintableLetters: unprintable(`${firstName} ${lastName}`),
      })
    },
  )
  const byCourse = Map.groupBy(readyRows, ({ course }) => course.id)
  return [...byCourse.values()].flatMap((rowsOfCourse) => {
    const [first] = rowsOfCourse
    return first ? [{ ...first.course, readyCount: rowsOfCourse.length }] : []
  })
}

/**
 * Returns an enrolment with what decides whether it may have an attestato, and its course; undefined if the account is
 * deleted or the enrolment holds no seat.
 */
export async function candidateById(_staff: Staff, enrolmentId: string) {
  if (!isId(enrolmentId)) return undefined
  const [row] = await db
    .select({ course: courses })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, enrolmentId))
  const [person] = row ? await candidatesAmong(db, row.course, [enrolmentId]) : []
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
