import { and, between, inArray, sql } from 'drizzle-orm'
import { firstSessionStart } from '../courses/sessions.sql'
import { courses, postponements, remindersSent, userCourses } from '../database/schema'
import { isLive } from '../enrolments/enrolments.sql'
import { plusDays } from '../italian/days'
import { JOINING_PERIOD, type Reminder } from './reminders.rules'

/** For how many days after the last session thanks can still be sent. */
const THANKS_DAYS = 3

const start = firstSessionStart(sql`${courses}.id`)

/** Whether a person was approved less than a day before the start. */
const isApprovedLate = sql`${userCourses.approvedAt} > ${start} - interval '1 day'`

/**
 * The conditions of the automatic e-mails. `isWanted`: whether the edition sends them; `isDue`: the condition on course
 * and enrolment on `day` (today, YYYY-MM-DD); `states`: of the people who get them. By night only people who are
 * approved late get one, because the morning may be too late.
 */
export const REMINDER_CONDITIONS = {
  joining: {
    isWanted: courses.joiningEmail,
    isDue: (day: string, isDaytimeNow: boolean) =>
      and(
        between(courses.startDate, day, plusDays(day, JOINING_PERIOD.days)),
        sql`${start} > now()`,
        isDaytimeNow ? undefined : isApprovedLate,
      ),
    states: ['approved', 'in_progress'],
  },
  thanks: {
    isWanted: courses.thanksEmail,
    isDue: (day: string, isDaytimeNow: boolean) =>
      isDaytimeNow ? between(courses.endDate, plusDays(day, -THANKS_DAYS), plusDays(day, -1)) : sql`false`,
    states: ['in_progress', 'completed'],
  },
} as const

/**
 * Whether an enrolment still lacks the e-mail on `day` (today, YYYY-MM-DD): it is due and was not sent. After a
 * postponement an earlier one does not count.
 */
export function lacksReminder(kind: Reminder, day: string, isDaytimeNow: boolean) {
  const { states, isDue } = REMINDER_CONDITIONS[kind]
  return and(
    inArray(userCourses.status, [...states]),
    isLive,
    sql`not exists (select from ${remindersSent} as sent
      where sent.enrolment_id = ${userCourses}.id and sent.kind = ${kind} and sent.sent_at > coalesce(
        (select max(moved.created_at) from ${postponements} as moved where moved.course_id = ${userCourses}.course_id), '-infinity'))`,
    isDue(day, isDaytimeNow),
  )
}
