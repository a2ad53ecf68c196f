import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inOrderOfNames } from '../../accounts/people.sql'
import type { Marker, Member, Staff } from '../../accounts/rules'
import type { StoredCourse } from '../../courses/queries.server'
import { type Database, db } from '../../database/client.server'
import { attendance, courseSessions, profiles, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { holdsSeat } from '../enrolments.sql'
import { attendedMinutes, markColumns, markFrom, mayKeepRegister } from './attendance.sql'
import { attendanceRequirement, mayMarkAttendance } from './rules'

const byName = [...inOrderOfNames, asc(userCourses.id)]

/**
 * The lessons of an edition in their order, with their registers; none for a teacher who is not assigned to it.
 * `markedCount`: how many people with a seat are marked; `presentCount`: how many of them were there, if only for a
 * part.
 */
export function lessonsWithRegister(marker: Marker, courseId: string) {
  const marks = sql`from ${attendance} as mark
    where mark.course_id = ${courseSessions}.course_id and mark.lesson = ${courseSessions}.number
    and exists (select from ${userCourses} where ${userCourses}.id = mark.enrolment_id and ${holdsSeat})`
  return db
    .select({
      number: courseSessions.number,
      startDate: courseSessions.startDate,
      endDate: courseSessions.endDate,
      startTime: courseSessions.startTime,
      endTime: courseSessions.endTime,
      hours: courseSessions.hours,
      topic: courseSessions.topic,
      closedAt: courseSessions.closedAt,
      reopenReason: courseSessions.reopenReason,
      markedCount: sql<number>`(select count(*)::int ${marks})`,
      presentCount: sql<number>`(select count(*)::int ${marks} and mark.minutes > 0)`,
    })
    .from(courseSessions)
    .where(and(eq(courseSessions.courseId, courseId), mayKeepRegister(marker, courseId)))
    .orderBy(asc(courseSessions.position))
}

/**
 * Finds a lesson by its number in the address; undefined if there is none. `position`: of the lesson in the edition,
 * from 1.
 */
export async function registerOf(marker: Marker, courseId: string, number: string) {
  const lessons = await lessonsWithRegister(marker, courseId)
  const index = lessons.findIndex((lesson) => String(lesson.number) === number)
  const lesson = lessons[index]
  return lesson && { lesson, lessons, position: index + 1 }
}

/**
 * The people of a lesson by name, with their marks: those who hold a seat (`isEnrolled`), and those who were marked
 * before their enrolment ended. `markedBy`, `markerName`: the id and the name of who marked them; null without a mark,
 * or if that account is deleted.
 */
export async function peopleWithMarks(marker: Marker, courseId: string, lesson: number, from: Database = db) {
  const lastMarker = alias(profiles, 'marker')
  const rows = await from
    .select({
      id: userCourses.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      isEnrolled: sql<boolean>`${holdsSeat}`,
      ...markColumns,
      markedBy: attendance.markedBy,
      markerName: sql<string | null>`${lastMarker.firstName} || ' ' || ${lastMarker.lastName}`,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(
      attendance,
      and(
        eq(attendance.courseId, userCourses.courseId),
        eq(attendance.lesson, lesson),
        eq(attendance.enrolmentId, userCourses.id),
      ),
    )
    .leftJoin(lastMarker, eq(lastMarker.id, attendance.markedBy))
    .where(
      and(
        eq(userCourses.courseId, courseId),
        or(holdsSeat, isNotNull(attendance.minutes)),
        mayKeepRegister(marker, courseId),
      ),
    )
    .orderBy(...byName)
  return rows.map(({ minutes, arrivedAt, leftAt, ...person }) => ({
    ...person,
    mark: markFrom({ minutes, arrivedAt, leftAt }),
  }))
}

/** The people of a register, as `peopleWithMarks`, without what teachers do not read. */
export async function registerPeople(marker: Marker, courseId: string, lesson: number) {
  const people = await peopleWithMarks(marker, courseId, lesson)
  return people.map(({ email: _email, markedBy: _markedBy, ...person }) => person)
}
export type RegisterPerson = Awaited<ReturnType<typeof registerPeople>>[number]

/** The people who sign the sheet of a lesson: those who hold a seat, by name. */
export function peopleToSign(marker: Marker, courseId: string) {
  return db
    .select({ id: userCourses.id, firstName: profiles.firstName, lastName: profiles.lastName })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat, mayKeepRegister(marker, courseId)))
    .orderBy(...byName)
}

/** The people who hold a seat, by name. `minutes`: how long each was there, by the number of the lesson. */
export function attendanceGrid(_staff: Staff, courseId: string) {
  return db
    .select({
      id: userCourses.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      minutes: sql<Record<string, number>>`(select coalesce(json_object_agg(mark.lesson, mark.minutes), '{}')
        from ${attendance} as mark where mark.enrolment_id = ${userCourses}.id)`,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .orderBy(...byName)
}

/**
 * Reads the register of a lesson for its page; undefined if there is no such lesson. `number`: as in the address;
 * `position`: of the lesson in the edition, from 1; `neighbours`: numbers and positions of the lessons before and after
 * it; `refusal`: why nobody can be marked, null if people can.
 */
export async function readRegister(marker: Marker, course: StoredCourse, number: string) {
  const register = await registerOf(marker, course.id, number)
  if (!register) return undefined
  const { lesson, lessons, position } = register
  const allowed = mayMarkAttendance(course, lesson, today())
  return {
    course: course.id,
    title: course.title,
    teachers: course.teachers.map(({ name }) => name),
    lesson,
    position,
    neighbours: lessons
      .map(({ number }, index) => ({ number, position: index + 1 }))
      .filter((other) => Math.abs(other.position - position) === 1),
    refusal: allowed.ok ? null : allowed.refusal,
    people: await registerPeople(marker, course.id, lesson.number),
    requirement: attendanceRequirement(lessons, course.attendanceThreshold),
  }
}
export type RegisterFacts = NonNullable<Awaited<ReturnType<typeof readRegister>>>

/**
 * What the closed registers say of a member's own enrolment: for each lesson in which it is marked, the attended
 * `minutes` and the `hours` of the lesson.
 */
export function ownAttendance(member: Member, enrolment: string) {
  return db
    .select({ lesson: attendance.lesson, minutes: attendance.minutes, hours: courseSessions.hours })
    .from(attendance)
    .innerJoin(
      courseSessions,
      and(eq(courseSessions.courseId, attendance.courseId), eq(courseSessions.number, attendance.lesson)),
    )
    .innerJoin(userCourses, eq(userCourses.id, attendance.enrolmentId))
    .where(
      and(
        eq(attendance.enrolmentId, enrolment),
        eq(userCourses.userId, member.id),
        isNotNull(courseSessions.closedAt),
      ),
    )
}
export type OwnAttendance = Awaited<ReturnType<typeof ownAttendance>>
