import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inOrderOfNames } from '../../accounts/people.sql'
import type { Marker, Member, Staff } from '../../accounts/rules'
import type { StoredCourse } from '../../courses/queries.server'
import { db } from '../../database/client.server'
import { attendance, courseSessions, profiles, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { holdsSeat } from '../enrolments.sql'
import { attendedMinutes, isMarkIn, markFields, markFrom, mayKeepRegister } from './attendance.sql'
import { mayMarkAttendance, planOf } from './rules'

const byName = [...inOrderOfNames, asc(userCourses.id)]

/** The lessons of an edition in their order, with the state of their registers. */
export function lessonsWithRegister(marker: Marker, courseId: string) {
  const marks = sql`from ${attendance} as mark
    where mark.course_id = ${courseSessions}.course_id and mark.lesson = ${courseSessions}.number`
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
      marked: sql<number>`(select count(*)::int ${marks} and exists (select from ${userCourses}
        where ${userCourses}.id = mark.enrolment_id and ${holdsSeat}))`,
      present: sql<number>`(select count(*)::int ${marks} and mark.minutes > 0)`,
    })
    .from(courseSessions)
    .where(and(eq(courseSessions.courseId, courseId), mayKeepRegister(marker, courseId)))
    .orderBy(asc(courseSessions.position))
}

/** The lesson of an address, with the lessons beside it; undefined where there is none. `number`: as in the address. */
export async function registerOf(marker: Marker, courseId: string, number: string) {
  const lessons = await lessonsWithRegister(marker, courseId)
  const at = lessons.findIndex((lesson) => String(lesson.number) === number)
  const lesson = lessons[at]
  return lesson && { lesson, lessons, place: at + 1, before: lessons[at - 1], after: lessons[at + 1] }
}

/** Who is to be marked in a lesson, and who was marked before the enrolment ended, by name. */
export async function registerPeople(marker: Marker, courseId: string, lesson: number) {
  const lastMarker = alias(profiles, 'marker')
  const rows = await db
    .select({
      id: userCourses.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      isEnrolled: sql<boolean>`${holdsSeat}`,
      ...markFields,
      markedAt: attendance.markedAt,
      markedBy: sql<string | null>`${lastMarker.firstName} || ' ' || ${lastMarker.lastName}`,
      ...attendedMinutes,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(attendance, isMarkIn(lesson))
    .leftJoin(lastMarker, eq(lastMarker.id, attendance.markedBy))
    .where(
      and(
        eq(userCourses.courseId, courseId),
        or(holdsSeat, isNotNull(attendance.minutes)),
        mayKeepRegister(marker, courseId),
      ),
    )
    .orderBy(...byName)
  return rows.map(({ minutes, arrivedAt, leftAt, ...row }) => ({
    ...row,
    mark: markFrom({ minutes, arrivedAt, leftAt }),
  }))
}
export type RegisterPerson = Awaited<ReturnType<typeof registerPeople>>[number]

/** Who signs for a lesson: the people who hold a seat, by name. */
export function peopleToSign(marker: Marker, courseId: string) {
  return db
    .select({ id: userCourses.id, firstName: profiles.firstName, lastName: profiles.lastName })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat, mayKeepRegister(marker, courseId)))
    .orderBy(...byName)
}

/** Who may be in the report of a lesson: the people who hold a seat, by name, with their marks. */
export async function reportPeople(_staff: Staff, courseId: string, lesson: number) {
  const rows = await db
    .select({
      id: userCourses.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      ...markFields,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(attendance, isMarkIn(lesson))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .orderBy(...byName)
  return rows.map(({ minutes, arrivedAt, leftAt, ...person }) => ({
    ...person,
    mark: markFrom({ minutes, arrivedAt, leftAt }),
  }))
}

/** Who was in which lesson: the people who hold a seat, by name, with their minutes by the number of the lesson. */
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

/** The register of a lesson as its page shows it; undefined where there is no such lesson. `number`: as in the address. */
export async function readRegister(marker: Marker, course: StoredCourse, number: string) {
  const register = await registerOf(marker, course.id, number)
  if (!register) return undefined
  const { lesson, lessons, place, before, after } = register
  const allowed = mayMarkAttendance(course, lesson, today())
  return {
    title: course.title,
    teachers: course.teachers.map(({ name }) => name),
    lesson,
    place,
    beside: { before: before?.number ?? null, after: after?.number ?? null },
    refusal: allowed.ok ? null : allowed.refusal,
    people: await registerPeople(marker, course.id, lesson.number),
    plan: planOf(lessons, course.attendanceThreshold),
  }
}
export type RegisterFacts = NonNullable<Awaited<ReturnType<typeof readRegister>>>

/** What the closed registers say of the member's own enrolment: minutes of each lesson, by its number. */
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
