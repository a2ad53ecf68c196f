import { not, sql } from 'drizzle-orm'
import { balances, payments, userCourses } from '../database/schema'
import { canBeUndone } from './decisions.sql'
import { PENALTY_PERCENT } from './refund-terms.rules'

/** A payment that its person reads: the office can no longer take it back. */
export const isReadByPayer = not(canBeUndone(payments.decisionId))

/** A refund that was registered after the enrolment ended, of a row of `payments` joined with `user_courses`. */
export const isReturned = sql`(${payments.amount} < 0 and ${payments.registeredAt} > ${userCourses.endedAt})`

const paidUntilEnd = sql`coalesce((select sum(came.amount) from ${payments} as came where came.enrolment_id = ${userCourses}.id
  and not (came.amount < 0 and came.registered_at > ${userCourses}.ended_at)), 0)`

/** `Refund.open` in euros, as `refundOf` has it, of an ended enrolment joined with its balance. For lists. */
export const openRefund =
  sql`greatest(0, ${balances.paid} - case when ${userCourses}.refund_ground in ('late', 'begun')
  then round(greatest(0, least(${paidUntilEnd}, ${balances.owed})) * ${sql.raw(String(PENALTY_PERCENT))} / 100, 2) else 0 end)`.mapWith(
    Number,
  )
