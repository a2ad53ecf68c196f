import { lt, sql } from 'drizzle-orm'
import { balances, dues } from '../database/schema'

/** SQL: the unpaid euros of a row of `balances` that were due before a day, YYYY-MM-DD; negative if more was paid. */
export const unpaidBefore = (day: string) =>
  sql<number>`((select coalesce(sum(due.amount), 0) from ${dues} as due
    where due.enrolment_id = ${balances.enrolmentId} and due.due_on < ${day}::date) - greatest(${balances.paid}, 0))`.mapWith(
    Number,
  )

/** SQL: whether a row of `balances` has a due that is late on a day, YYYY-MM-DD; null without a row or an open due. */
export const isDueLate = (day: string) => lt(balances.openSince, day)
