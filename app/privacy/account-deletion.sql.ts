import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { attendance, certificates, courses, payments, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/**
 * SQL: whether an enrolment is deleted with the account of its person: it has no records that outlive the account
 * (`hasLastingRecords`), and it holds no seat, or an approved one of a course that has no start or starts after `day`
 * (YYYY-MM-DD). For queries that join `courses`.
 */
export const isDeletedWithAccount = (day: string) => and(isUnseatedOrBeforeStart(day), not(hasLastingRecords))

/**
 * SQL: whether an enrolment is ended, but stays, when the account of its person is deleted: it has records that outlive
 * the account (`hasLastingRecords`), and it holds an approved seat of a course that has no start or starts after `day`
 * (YYYY-MM-DD). For queries that join `courses`.
 */
export const isEndedWithAccount = (day: string) =>
  and(holdsSeat, isUnseatedOrBeforeStart(day), hasLastingRecords)

/**
 * SQL: whether an enrolment has payments, also refunded ones, an attestato, also a revoked one, or marks in registers,
 * also after its end.
 */
const hasLastingRecords = sql`(exists (select from ${payments} as payment where payment.enrolment_id = ${userCourses}.id)
  or exists (select from ${certificates} as issued where issued.enrolment_id = ${userCourses}.id)
  or exists (select from ${attendance} as mark where mark.enrolment_id = ${userCourses}.id))`

/** SQL: whether an enrolment holds no seat, or an approved one of a course that has no start or starts after `day`. */
const isUnseatedOrBeforeStart = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )

/** SQL: whether an enrolment of the person with this id has payments, also refunded ones. */
export const hasPaidEnrolments = (userId: AnyPgColumn | string) =>
  sql`exists (select from ${payments} as received join ${userCourses} as seat on seat.id = received.enrolment_id
    where seat.user_id = ${userId})`
