import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { db } from '../database/client.server'
import { attendance, courseSessions, profiles, userCourses } from '../database/schema'
import { markColumns, markFrom } from '../enrolments/attendance/attendance.sql'
import { peopleToSign } from '../enrolments/attendance/queries.server'
import { lessonToSign } from '../enrolments/roster/rules'
import { formatPeriod } from '../italian/periods'
import { spanOf } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { NO_DATES, placeInOffice } from '../ui/edition'
import type {
  BlankRegisterFacts,
  ClosedLesson,
  ClosedRegisterFacts,
  LessonFacts,
  ProgrammeFacts,
  SignInSheetFacts,
} from './rules'

function lessonFacts({ sessions, location }: StoredCourse): (LessonFacts & { number: number })[] {
  return sessions.map((session, i) => ({
    number: session.number,
    position: i + 1,
    total: sessions.length,
    startDate: session.startDate,
    endDate: session.endDate,
    startTime: session.startTime,
    endTime: session.endTime,
    hours: session.hours,
    topic: session.topic,
    place: session.place ?? location,
  }))
}

function editionFacts(course: StoredCourse) {
  const period = formatPeriod(course.startDate, course.endDate) || NO_DATES
  return {
    title: course.title,
    edition: [period, placeInOffice(course.place)].filter(Boolean).join(', '),
    teachers: course.teachers.map(({ name }) => name),
    plannedHours: spanOf(course.sessions).totalHours,
    printedAt: new Date(),
  }
}

/**
 * The lesson of a sign-in sheet; null without lessons. `number`: of the lesson, as in the address; for null or an
 * unknown one the next lesson, or else the last.
 */
export const lessonOfSheet = (course: StoredCourse, number: string | null): LessonFacts | null =>
  lessonToSign(lessonFacts(course), number, today()) ?? null

export async function signInSheetFacts(
  staff: Staff,
  course: StoredCourse,
  lesson: LessonFacts | null,
): Promise<SignInSheetFacts> {
  const { title, teachers, printedAt } = editionFacts(course)
  return { title, teachers, printedAt, lesson, people: await peopleToSign(staff, course.id) }
}

export async function blankRegisterFacts(staff: Staff, course: StoredCourse): Promise<BlankRegisterFacts> {
  const people = await peopleToSign(staff, course.id)
  return { ...editionFacts(course), lessons: lessonFacts(course), people }
}

export function programmeFacts(_staff: Staff, course: StoredCourse): ProgrammeFacts {
  return { ...editionFacts(course), lessons: lessonFacts(course), modules: course.moduli }
}

/**
 * The closed registers of an edition with all marks, also of people whose enrolment has ended; null if none of the
 * wanted registers is closed. `number`: of the only lesson wanted, as in the address; null for all lessons.
 */
export async function closedRegisterFacts(
  staff: Staff,
  course: StoredCourse,
  number: string | null,
): Promise<ClosedRegisterFacts | null> {
  const registers = await closedRegisters(staff, course.id)
  const wantedRegisters = registers.filter(
    (register) => number === null || String(register.number) === number,
  )
  if (wantedRegisters.length === 0) return null
  const marks = await marksOf(
    staff,
    course.id,
    wantedRegisters.map(({ number }) => number),
  )
  const lessonsByNumber = new Map(lessonFacts(course).map((lesson) => [lesson.number, lesson]))
  const lessons = wantedRegisters.flatMap(({ number, closedAt, closedBy }): ClosedLesson[] => {
    const lesson = lessonsByNumber.get(number)
    return lesson && closedAt ? [{ ...lesson, closedAt, closedBy, marks: marks.get(number) ?? [] }] : []
  })
  return { ...editionFacts(course), lessons, isOneLesson: number !== null }
}

function closedRegisters(_staff: Staff, courseId: string) {
  return db
    .select({
      number: courseSessions.number,
      closedAt: courseSessions.closedAt,
      closedBy: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(courseSessions)
    .leftJoin(profiles, eq(profiles.id, courseSessions.closedBy))
    .where(and(eq(courseSessions.courseId, courseId), sql`${courseSessions.closedAt} is not null`))
    .orderBy(asc(courseSessions.position))
}

/** The marks of these lessons, grouped by the number of the lesson, each group by last name. */
async function marksOf(_staff: Staff, courseId: string, lessons: number[]) {
  const person = alias(profiles, 'person')
  const rows = await db
    .select({
      lesson: attendance.lesson,
      firstName: person.firstName,
      lastName: person.lastName,
      ...markColumns,
    })
    .from(attendance)
    // People who attended stay in the register, also if their enrolment has ended.
    .innerJoin(userCourses, eq(userCourses.id, attendance.enrolmentId))
    .innerJoin(person, eq(person.id, userCourses.userId))
    .where(and(eq(attendance.courseId, courseId), inArray(attendance.lesson, lessons)))
    .orderBy(
      sql`${person.lastName} collate "und-x-icu"`,
      sql`${person.firstName} collate "und-x-icu"`,
      asc(userCourses.id),
    )
  const marks = rows.flatMap(({ lesson, firstName, lastName, ...row }) => {
    const mark = markFrom(row)
    return mark ? [{ lesson, firstName, lastName, ...mark }] : []
  })
  return Map.groupBy(marks, ({ lesson }) => lesson)
}
