import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Marker } from '../../accounts/rules'
import { attendance, courseSessions, courseTeachers, userCourses } from '../../database/schema'
import { formatTime } from '../../italian/times'
import type { AttendanceMark } from './rules'

/** Minutes of an enrolment in the lessons in which it is marked, and the minutes of these lessons. */
export const attendedMinutes = {
  attended: sql<number>`(select coalesce(sum(mark.minutes), 0)::int from ${attendance} as mark
    where mark.enrolment_id = ${userCourses}.id)`,
  soFar: sql<number>`(select coalesce(round(sum(lesson.hours * 60)), 0)::int from ${attendance} as mark
    join ${courseSessions} as lesson on lesson.course_id = mark.course_id and lesson.number = mark.lesson
    where mark.enrolment_id = ${userCourses}.id)`,
}

/** The minutes of the lessons of an enrolment's course; null while the hours of one are not known. */
export const plannedMinutes = sql<number | null>`(select case when count(*) = count(lesson.hours)
    then round(sum(lesson.hours * 60))::int end
  from ${courseSessions} as lesson where lesson.course_id = ${userCourses.courseId})`

export const markFields = {
  minutes: attendance.minutes,
  arrivedAt: attendance.arrivedAt,
  leftAt: attendance.leftAt,
}

/** For a join: the mark of the enrolment in a lesson. */
export const isMarkIn = (lesson: number) =>
  and(
    eq(attendance.courseId, userCourses.courseId),
    eq(attendance.lesson, lesson),
    eq(attendance.enrolmentId, userCourses.id),
  )

/** A mark from `markFields`; null where there is none. */
export function markFrom(row: {
  minutes: number | null
  arrivedAt: string | null
  leftAt: string | null
}): AttendanceMark | null {
  const { minutes, arrivedAt, leftAt } = row
  if (minutes === null) return null
  return { minutes, arrived: formatTime(arrivedAt) || null, left: formatTime(leftAt) || null }
}

/** Whether the register of an edition is open to a teacher at this moment; undefined for staff, to whom all are. */
export function mayKeepRegister(marker: Marker, courseId: string): SQL | undefined {
  if (!('teaches' in marker)) return undefined
  if (marker.teaches !== courseId) return sql`false`
  return sql`exists (select from ${courseTeachers} as assigned
    where assigned.course_id = ${courseId} and assigned.user_id = ${marker.id})`
}
