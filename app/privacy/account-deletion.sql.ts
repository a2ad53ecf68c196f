import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import { courses, payments, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/**
 * Whether an enrolment is deleted with the account of its person: it holds no seat, or an approved one of a course
 * that has no start or starts after `day` (YYYY-MM-DD), and it has no payments, refunded ones included. For queries
 * that join `courses`.
 */
export const isDeletedWithAccount = (day: string) => and(isUnseatedOrBeforeStart(day), not(hasPayments))

/**
 * Whether an enrolment is ended, but kept for the accounts of the company, when the account of its person is deleted:
 * it holds an approved seat of a course that has no start or starts after `day` (YYYY-MM-DD), and it has payments. For
 * queries that join `courses`.
 */
export const isPaidBeforeStart = (day: string) => and(holdsSeat, isUnseatedOrBeforeStart(day), hasPayments)

const hasPayments = sql`exists (select from ${payments} as payment where payment.enrolment_id = ${userCourses}.id)`

/** Whether an enrolment holds no seat, or an approved one of a course that has no start or starts after `day`. */
const isUnseatedOrBeforeStart = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )
