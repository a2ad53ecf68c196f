import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { type Database, db } from '../../database/client.server'
import { courses, decisionRows, outgoingMail, profiles, userCourses } from '../../database/schema'
import { dueColumns, duesFrom } from '../../enrolments/dues/dues.server'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { balanceOf, EMPTY_BALANCE } from '../../enrolments/dues/rules'
import { enrolmentPrice, isLive } from '../../enrolments/enrolments.sql'
import { today } from '../../runtime/clock'
import { payerById } from '../queries.server'
import type { StoredPlan } from './rules'

/** Returns price, state and balance of an enrolment; undefined for an unknown or ended one. */
export async function storedPlanOf(
  enrolmentId: string,
  from: Database = db,
): Promise<StoredPlan | undefined> {
  const [row] = await from
    .select({ price: enrolmentPrice, reason: userCourses.priceReason, status: userCourses.status })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.id, enrolmentId), isLive))
  if (!row) return undefined
  const balances = await balancesOf([enrolmentId], undefined, from)
  return { ...row, ...(balances.get(enrolmentId) ?? EMPTY_BALANCE) }
}

/**
 * Returns an enrolment with its plan; undefined for an unknown or ended one. `preparedBalance`: the balance with the
 * dues of the form: the stored ones; for a seat without any, its price in the instalments of the course from today.
 * `hasWaitingEmail`: an e-mail with the stored dues has not left yet.
 */
export async function planById(staff: Staff, enrolmentId: string) {
  const payer = await payerById(staff, enrolmentId)
  const storedPlan = payer && (await storedPlanOf(enrolmentId))
  if (!payer || !storedPlan) return undefined
  const [row] = await db
    .select({ course: dueColumns, hasWaitingEmail: hasUnsentDues(enrolmentId) })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, enrolmentId))
  if (!row) return undefined
  const day = today()
  return {
    payer,
    storedPlan,
    preparedBalance: payer.isWithoutDues
      ? balanceOf(duesFrom(day, storedPlan.price, row.course), [{ cents: storedPlan.paid }], day)
      : storedPlan,
    coursePrice: row.course.price,
    hasWaitingEmail: row.hasWaitingEmail,
  }
}

/** The kinds of e-mail to a person that list the dues, and stay as they are when the dues change. */
const KINDS_WITH_DUES = [
  'request-approved',
  'enrolled-by-office',
  'enrolment-moved',
  'edition-confirmed',
  'dues-changed',
]

/** SQL: whether an e-mail with the dues of an enrolment waits to be sent to its person. */
function hasUnsentDues(enrolmentId: string) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(decisionRows)
      .innerJoin(profiles, eq(profiles.id, decisionRows.userId))
      .innerJoin(
        outgoingMail,
        and(eq(outgoingMail.decisionId, decisionRows.decisionId), eq(outgoingMail.toAddress, profiles.email)),
      )
      .where(
        and(
          eq(decisionRows.enrolmentId, enrolmentId),
          inArray(outgoingMail.kind, KINDS_WITH_DUES),
          isNull(outgoingMail.sentAt),
          isNull(outgoingMail.failedAt),
        ),
      ),
  ).mapWith(Boolean)
}
