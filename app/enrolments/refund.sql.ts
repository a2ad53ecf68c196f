import { not, sql } from 'drizzle-orm'
import { balances, payments, userCourses } from '../database/schema'
import { canBeUndone } from './decisions.sql'
import { PENALTY_PERCENT } from './refund-terms.rules'

/** Whether the person who paid may read a payment: the office can no longer take it back. */
export const isVisibleToPayer = not(canBeUndone(payments.decisionId))

/** Whether a row of `payments`, joined with `user_courses`, is a refund registered after the enrolment ended. */
export const isRefundAfterEnd = sql`(${payments.amount} < 0 and ${payments.registeredAt} > ${userCourses.endedAt})`

/** `Refund.paid` of an ended enrolment in euros: all its payments, less the refunds before its end. */
export const paidBeforeRefund =
  sql`coalesce((select sum(payment.amount) from ${payments} as payment where payment.enrolment_id = ${userCourses}.id
  and not (payment.amount < 0 and payment.registered_at > ${userCourses}.ended_at)), 0)`.mapWith(Number)

/**
 * `Refund.open` in euros, computed as `refundOf` does, for lists: a column over `user_courses`, ended enrolments,
 * joined with `balances`.
 */
export const openRefund =
  sql`greatest(0, ${balances.paid} - case when ${userCourses}.refund_ground in ('late', 'begun')
  then round(greatest(0, least(${paidBeforeRefund}, ${balances.owed})) * ${sql.raw(String(PENALTY_PERCENT))} / 100, 2) else 0 end)`.mapWith(
    Number,
  )
