import { type SQL, sql } from 'drizzle-orm'
import type { Marker } from '../../accounts/rules'
import { attendance, courseSessions, courseTeachers, userCourses } from '../../database/schema'
import { formatTime } from '../../italian/times'
import type { AttendanceMark } from './rules'

/**
 * Columns for a query over `user_courses`, in minutes. `attended`: how long the person was in all lessons, by their
 * marks; `soFar`: how long the lessons last in which the person is marked.
 */
export const attendedMinutes = {
  attended: sql<number>`(select coalesce(sum(mark.minutes), 0)::int from ${attendance} as mark
    where mark.enrolment_id = ${userCourses}.id)`,
  soFar: sql<number>`(select coalesce(sum(round(lesson.hours * 60)), 0)::int from ${attendance} as mark
    join ${courseSessions} as lesson on lesson.course_id = mark.course_id and lesson.number = mark.lesson
    where mark.enrolment_id = ${userCourses}.id)`,
}

/** The planned minutes of an enrolment's course; null without lessons, or while a lesson has no hours. */
export const plannedMinutes = sql<number | null>`(select case when count(*) = count(lesson.hours)
    then sum(round(lesson.hours * 60))::int end
  from ${courseSessions} as lesson where lesson.course_id = ${userCourses.courseId})`

/** The columns that `markFrom` reads. */
export const markColumns = {
  minutes: attendance.minutes,
  arrivedAt: attendance.arrivedAt,
  leftAt: attendance.leftAt,
}

/** Turns the columns of `markColumns` into a mark, with times as H:MM; null for an enrolment without a mark. */
export function markFrom(row: {
  minutes: number | null
  arrivedAt: string | null
  leftAt: string | null
}): AttendanceMark | null {
  const { minutes, arrivedAt, leftAt } = row
  if (minutes === null) return null
  return { minutes, arrived: formatTime(arrivedAt) || null, left: formatTime(leftAt) || null }
}

/**
 * Condition that a marker may use the registers of an edition: a teacher has to be assigned to it when the query runs.
 * Undefined, no condition, for staff, who may use all registers.
 */
export function mayKeepRegister(marker: Marker, courseId: string): SQL | undefined {
  if (!('taughtEditionId' in marker)) return undefined
  if (marker.taughtEditionId !== courseId) return sql`false`
  return sql`exists (select from ${courseTeachers} as assigned
    where assigned.course_id = ${courseId} and assigned.user_id = ${marker.id})`
}
