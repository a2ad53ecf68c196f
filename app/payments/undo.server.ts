import { eq, inArray } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import { bankLines, courses, payments, profiles, userCourses } from '../database/schema'

/** Deletes the payments of a decision that is undone, and the statement lines that they came from. */
export async function withdrawPayments(tx: Transaction, staff: Staff, decisionId: string) {
  const rows = await tx
    .select({
      id: payments.id,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      lineId: payments.bankLineId,
      course: courses.title,
      email: profiles.email,
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(eq(payments.decisionId, decisionId))
  await tx.delete(payments).where(eq(payments.decisionId, decisionId))
  const lineIds = rows.flatMap(({ lineId }) => lineId ?? [])
  if (lineIds.length > 0) await tx.delete(bankLines).where(inArray(bankLines.id, lineIds))
  const entries = rows.map(({ id, lineId: _, ...details }) => ({
    action: 'delete' as const,
    entity: 'payments' as const,
    id,
    details: { undone: true, ...details },
  }))
  await record(tx, staff, entries)
}
