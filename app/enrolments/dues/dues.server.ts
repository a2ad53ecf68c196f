import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { minimumCondition } from '../../courses/minimum.rules'
import { db, type Transaction } from '../../database/client.server'
import { courses, dues, paymentReminders, payments, userCourses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { siteSettings } from '../../site/settings'
import { balancesOf } from './queries.server'
import { type Due, dueDays, openDuesOf, planDues, toEuros } from './rules'

/**
 * Columns of `courses` that decide the dues of an enrolment: amounts and days, and those from which `minimumCondition`
 * says whether the edition still waits for its minimum.
 */
export const dueColumns = {
  price: courses.price,
  paymentInstallments: courses.paymentInstallments,
  startDate: courses.startDate,
  endDate: courses.endDate,
  archivedAt: courses.archivedAt,
  cancelledAt: courses.cancelledAt,
  confirmedAt: courses.confirmedAt,
  draft: courses.draft,
  comingSoon: courses.comingSoon,
  minParticipants: courses.minParticipants,
  confirmBy: courses.confirmBy,
}
type DueCourse = Pick<typeof courses.$inferSelect, keyof typeof dueColumns>

/**
 * The dues of an enrolment that gets a seat on a day. `day`: YYYY-MM-DD; `price`: in euros, null if it is not known.
 */
export function duesFrom(day: string, price: number | null, course: DueCourse): Due[] {
  const isConditional = minimumCondition(course, day) !== null
  const { firstDueDays } = siteSettings().payments
  return planDues(price, course, { day, firstDueDays, isConditional })
}

/** Writes the dues of enrolments that get a seat on a day, YYYY-MM-DD; their earlier dues are deleted. */
export async function replaceDues(tx: Transaction, enrolments: readonly string[], day = today()) {
  const rows = await tx
    .select({ id: userCourses.id, agreedPrice: userCourses.agreedPrice, course: dueColumns })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(inArray(userCourses.id, [...enrolments]))
  await tx.delete(dues).where(inArray(dues.enrolmentId, [...enrolments]))
  const planned = rows.flatMap(({ id, agreedPrice, course }) =>
    duesFrom(day, agreedPrice ?? course.price, course).map(({ number, dueOn, cents }) => ({
      enrolmentId: id,
      number,
      dueOn,
      amount: toEuros(cents),
    })),
  )
  if (planned.length > 0) await tx.insert(dues).values(planned)
}

/**
 * The first day on which a due may be if an edition that waits for its minimum is confirmed today, YYYY-MM-DD; null if
 * it waits for nothing. `course`: its id.
 */
export async function firstDueDayIfConfirmed(course: string): Promise<string | null> {
  const [row] = await db.select(dueColumns).from(courses).where(eq(courses.id, course))
  if (!row || minimumCondition(row, today()) === null) return null
  const { firstDueDays } = siteSettings().payments
  const [day] = dueDays(1, { from: today(), firstSession: row.startDate, firstDueDays })
  return day ?? null
}

/**
 * Moves those dues of locked enrolments that are not paid in full and come before a day, YYYY-MM-DD, to that day. Their
 * reminders are deleted, so that they can be sent again for the new day.
 */
export async function postponeOpenDues(tx: Transaction, enrolments: readonly string[], day: string) {
  for (const [enrolmentId, balance] of await balancesOf(enrolments, undefined, tx)) {
    const numbers = openDuesOf(balance)
      .filter(({ dueOn }) => dueOn < day)
      .map(({ number }) => number)
    await tx
      .update(dues)
      .set({ dueOn: day })
      .where(and(eq(dues.enrolmentId, enrolmentId), inArray(dues.number, numbers)))
    const { enrolmentId: reminded, number } = paymentReminders
    await tx.delete(paymentReminders).where(and(eq(reminded, enrolmentId), inArray(number, numbers)))
  }
}

/**
 * Takes the reference of an enrolment that is about to be created: its e-mail, which names the reference, is rendered
 * before the enrolment exists.
 */
export async function reserveReference(): Promise<number> {
  const { rows } = await db.execute<{ reference: string }>(
    sql`select nextval(pg_get_serial_sequence('user_courses', 'reference')) as reference`,
  )
  return Number(rows[0]?.reference)
}

/** Moves the payments and the reference of the locked enrolment `from` to the enrolment that replaces it, `to`. */
export async function movePayments(
  tx: Transaction,
  from: { id: string; reference: number },
  to: { id: string },
) {
  await tx.update(payments).set({ enrolmentId: to.id }).where(eq(payments.enrolmentId, from.id))
  await renumber(tx, eq(userCourses.id, from.id))
  await tx.update(userCourses).set({ reference: from.reference }).where(eq(userCourses.id, to.id))
}

/**
 * Undoes `movePayments`: payments go back to the enrolments that were moved, and the enrolments that a decision
 * created give up the references, so that the caller can restore them. Called before the created enrolments are
 * deleted. `created`: a query of their ids.
 */
export async function returnPayments(tx: Transaction, created: SQLWrapper) {
  await tx
    .update(payments)
    .set({ enrolmentId: sql`former.id` })
    .from(sql`${userCourses} as former`)
    .where(sql`former.transferred_to = ${payments.enrolmentId} and ${inArray(payments.enrolmentId, created)}`)
  await renumber(tx, inArray(userCourses.id, created))
}

/**
 * Gives enrolments new references, since references are unique and the former ones go to other enrolments. `condition`:
 * on `user_courses`.
 */
async function renumber(tx: Transaction, condition: SQLWrapper) {
  await tx.update(userCourses).set({ reference: sql`default` }).where(sql`${condition}`)
}
