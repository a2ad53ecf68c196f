import { asc, eq } from 'drizzle-orm'
import { fullName, inOrderOfNames } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import type { StoredCourse } from '../courses/queries.server'
import { db } from '../database/client.server'
import { attendance, courseSessions, profiles, userCourses } from '../database/schema'
import { markColumns, markFrom } from '../enrolments/attendance/attendance.sql'
import { peopleToSign } from '../enrolments/attendance/queries.server'
import type { AttendanceMark } from '../enrolments/attendance/rules'
import { lessonToSign } from '../enrolments/roster/rules'
import { formatPeriod } from '../italian/periods'
import { spanOf } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { NO_DATES, placeInOffice } from '../ui/edition'

/**
 * What papers show of each lesson: `position` among the `total` of its course, from 1; `place`: of the lesson, else of
 * the course.
 */
const lessonsOf = ({ sessions, location }: StoredCourse) =>
  sessions.map((session, i) => ({
    ...session,
    position: i + 1,
    total: sessions.length,
    place: session.place ?? location,
  }))
export type LessonFacts = Omit<ReturnType<typeof lessonsOf>[number], 'number' | 'link' | 'closedAt'>

/**
 * What papers show of an edition. `edition`: dates and place, '23 gen – 20 feb 2027, Ascoli Piceno'; `plannedHours`: of
 * all lessons, null without lessons, or if those of a lesson are unknown.
 */
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
export type PaperEdition = ReturnType<typeof editionFacts>

/**
 * The lesson of a sign-in sheet; null without lessons. `number`: of the lesson, as in the address; for null or an
 * unknown one the next lesson, or else the last.
 */
export const lessonOfSheet = (course: StoredCourse, number: string | null) =>
  lessonToSign(lessonsOf(course), number, today()) ?? null

export type SignInSheetFacts = Pick<PaperEdition, 'title' | 'teachers' | 'printedAt'> & {
  lesson: LessonFacts | null
  people: { firstName: string; lastName: string }[]
}
export async function signInSheetFacts(
  staff: Staff,
  course: StoredCourse,
  lesson: LessonFacts | null,
): Promise<SignInSheetFacts> {
  return { ...editionFacts(course), lesson, people: await peopleToSign(staff, course.id) }
}

/** The facts of a register to be filled in by hand. */
export type BlankRegisterFacts = PaperEdition & Pick<SignInSheetFacts, 'people'> & { lessons: LessonFacts[] }
export async function blankRegisterFacts(staff: Staff, course: StoredCourse): Promise<BlankRegisterFacts> {
  return { ...editionFacts(course), lessons: lessonsOf(course), people: await peopleToSign(staff, course.id) }
}

export type ProgrammeFacts = PaperEdition & { lessons: LessonFacts[]; modules: string[] }
export function programmeFacts(_staff: Staff, course: StoredCourse): ProgrammeFacts {
  return { ...editionFacts(course), lessons: lessonsOf(course), modules: course.moduli }
}

/** `isOneLesson`: only one lesson is wanted; otherwise `lessons` are all that have a closed register. */
export type ClosedRegisterFacts = PaperEdition & { lessons: ClosedLesson[]; isOneLesson: boolean }
/** A lesson with its closed register. `closedBy`: the name of who closed it, null if the account is deleted. */
type ClosedLesson = LessonFacts & {
  closedAt: Date
  closedBy: string | null
  marks: (AttendanceMark & { firstName: string; lastName: string })[]
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
  const closers = await closersOf(staff, course.id)
  const marks = await marksOf(staff, course.id)
  const lessons = lessonsOf(course).flatMap(({ closedAt, ...lesson }): ClosedLesson[] => {
    const isWanted = number === null || String(lesson.number) === number
    if (!isWanted || !closedAt) return []
    const closedBy = closers.get(lesson.number) ?? null
    return [{ ...lesson, closedAt, closedBy, marks: marks.get(lesson.number) ?? [] }]
  })
  return lessons.length === 0 ? null : { ...editionFacts(course), lessons, isOneLesson: number !== null }
}

/** The names of who closed the registers of an edition, by the number of the lesson. */
async function closersOf(_staff: Staff, courseId: string) {
  const rows = await db
    .select({ lesson: courseSessions.number, name: fullName(profiles) })
    .from(courseSessions)
    .innerJoin(profiles, eq(profiles.id, courseSessions.closedBy))
    .where(eq(courseSessions.courseId, courseId))
  return new Map(rows.map(({ lesson, name }) => [lesson, name]))
}

/** The marks of an edition, grouped by the number of the lesson, each group by last name. */
async function marksOf(_staff: Staff, courseId: string) {
  const rows = await db
    .select({
      lesson: attendance.lesson,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      ...markColumns,
    })
    .from(attendance)
    // People who attended stay in the register, also if their enrolment has ended.
    .innerJoin(userCourses, eq(userCourses.id, attendance.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(attendance.courseId, courseId))
    .orderBy(...inOrderOfNames, asc(userCourses.id))
  const marks = rows.flatMap(({ lesson, firstName, lastName, ...row }) => {
    const mark = markFrom(row)
    return mark ? [{ lesson, firstName, lastName, ...mark }] : []
  })
  return Map.groupBy(marks, ({ lesson }) => lesson)
}
