import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm'
import { certificates, courses, payments, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/**
 * SQL: whether an enrolment is deleted with the account of its person: it has no payments, not even refunded ones, and
 * no attestato, not even a revoked one, and it holds no seat, or an approved one of a course that has no start or
 * starts after `day` (YYYY-MM-DD). For queries that join `courses`.
 */
export const isDeletedWithAccount = (day: string) =>
  and(isUnseatedOrBeforeStart(day), not(hasPaymentsOrCertificates))

/**
 * SQL: whether an enrolment is ended, but stays for the bookkeeping or the register of attestati, when the account of
 * its person is deleted: it has payments or an attestato, and it holds an approved seat of a course that has no start
 * or starts after `day` (YYYY-MM-DD). For queries that join `courses`.
 */
export const isEndedWithAccount = (day: string) =>
  and(holdsSeat, isUnseatedOrBeforeStart(day), hasPaymentsOrCertificates)

const hasPaymentsOrCertificates = sql`(exists (select from ${payments} as payment where payment.enrolment_id = ${userCourses}.id)
  or exists (select from ${certificates} as issued where issued.enrolment_id = ${userCourses}.id))`

/** SQL: whether an enrolment holds no seat, or an approved one of a course that has no start or starts after `day`. */
const isUnseatedOrBeforeStart = (day: string) =>
  or(
    not(holdsSeat),
    and(eq(userCourses.status, 'approved'), or(isNull(courses.startDate), gt(courses.startDate, day))),
  )
