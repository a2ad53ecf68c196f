import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { type Database, db } from '../database/client.server'
import { balances, courses, payments, userCourses } from '../database/schema'
import { today } from '../runtime/clock'
import type { Toast } from '../ui/toast'
import { balancesOf } from './dues/queries.server'
import { toCents } from './dues/rules'
import { newDatesDeadlinesWhere } from './new-dates.queries.server'
import { paymentFormPage } from './pages.rules'
import { REGISTER_REFUND, type Refund, type RefundGround, refundGroundOf, refundOf } from './refund.rules'
import { isRefundAfterEnd, isVisibleToPayer } from './refund.sql'
import type { Ending } from './rules'

/**
 * The ground that would decide the refund if enrolments ended today in this way, by enrolment; null for a move.
 */
export async function groundsToday(
  enrolments: readonly string[],
  ending: Ending,
  from: Database = db,
): Promise<Map<string, RefundGround | null>> {
  const rows = await from
    .select({ id: userCourses.id, startDate: courses.startDate })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(inArray(userCourses.id, [...enrolments]))
  // The office, which knows of new dates at once, grants what the person may ask for once they are told.
  const deadlines = await newDatesDeadlinesWhere(inArray(userCourses.id, [...enrolments]), from, {
    countsOpen: true,
  })
  const day = today()
  return new Map(
    rows.map(({ id, startDate }) => [
      id,
      refundGroundOf(ending, { startDate }, { day, hasNewDatesQuestion: deadlines.has(id) }),
    ]),
  )
}

/**
 * Computes the refunds if enrolments ended today in this way, by enrolment; those with nothing paid are left out.
 * @param paymentFilter condition on `payments`: only these count; undefined: all
 * @param ground of all refunds; undefined: each enrolment has its ground of today
 */
export async function refundsToday(
  enrolments: readonly string[],
  ending: Exclude<Ending, 'transferred'>,
  { paymentFilter, ground }: { paymentFilter?: SQL; ground?: RefundGround } = {},
): Promise<Map<string, Refund>> {
  const balanceById = await balancesOf(enrolments, paymentFilter)
  const grounds = await groundsToday(enrolments, ending)
  return new Map(
    [...balanceById].flatMap(([id, balance]) =>
      balance.paid > 0 ? [[id, refundOf(ground ?? grounds.get(id) ?? 'free', balance)]] : [],
    ),
  )
}

/**
 * The refund of a person who cancels their enrolment today, from the payments that they can read; undefined if they
 * have paid nothing. `ground`: undefined for the ground of today.
 */
export async function ownRefundToday(enrolment: string, ground?: RefundGround): Promise<Refund | undefined> {
  const refunds = await refundsToday([enrolment], 'cancelled_by_person', {
    paymentFilter: isVisibleToPayer,
    ground,
  })
  return refunds.get(enrolment)
}

/**
 * The link of a toast to the form that registers the refund of an ended enrolment; no link if no money is to be given
 * back. `back`: the address to which the form leads back.
 */
export async function refundLink(
  _staff: Staff,
  enrolment: string,
  back: string,
): Promise<Pick<Toast, 'link'>> {
  const refund = (await refundsOf([enrolment])).get(enrolment)
  if (!refund || refund.open === 0) return {}
  return { link: { label: REGISTER_REFUND, to: paymentFormPage(enrolment, back) } }
}

/**
 * Computes the refunds of ended enrolments, by enrolment; those that were moved, or had nothing paid, are left out.
 * @param paymentFilter condition on `payments`: only these count; undefined: all
 */
export async function refundsOf(
  enrolments: readonly string[],
  paymentFilter?: SQL,
  from: Database = db,
): Promise<Map<string, Refund>> {
  const { id, endedAt, refundGround } = userCourses
  const sum = (where: SQL) =>
    sql`coalesce(sum(${payments.amount}) filter (where ${where}), 0)`.mapWith(Number)
  const rows = await from
    .select({
      id,
      ground: refundGround,
      owed: balances.owed,
      paid: sum(sql`not ${isRefundAfterEnd}`),
      returned: sum(isRefundAfterEnd),
    })
    .from(userCourses)
    .innerJoin(balances, eq(balances.enrolmentId, id))
    .innerJoin(payments, eq(payments.enrolmentId, id))
    .where(and(inArray(id, [...enrolments]), isNotNull(endedAt), isNotNull(refundGround), paymentFilter))
    .groupBy(id, balances.owed)
  return new Map(
    rows.flatMap(({ id, ground, owed, paid, returned }) =>
      ground && paid > 0
        ? [
            [
              id,
              refundOf(ground, {
                owed: toCents(owed),
                paid: toCents(paid),
                returned: toCents(Math.abs(returned)),
              }),
            ],
          ]
        : [],
    ),
  )
}
