import { eq } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import type { Transaction } from '../../database/client.server'
import { courses, paymentReminders, profiles, userCourses } from '../../database/schema'

/** Takes back the reminders of a decision: their people have not had them. */
export async function withdrawReminders(tx: Transaction, staff: Staff, decisionId: string) {
  const isOfDecision = eq(paymentReminders.decisionId, decisionId)
  const rows = await tx
    .select({
      id: paymentReminders.enrolmentId,
      kind: paymentReminders.kind,
      course: courses.title,
      email: profiles.email,
    })
    .from(paymentReminders)
    .innerJoin(userCourses, eq(userCourses.id, paymentReminders.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(isOfDecision)
  await tx.delete(paymentReminders).where(isOfDecision)
  const entries = rows.map(({ id, kind, course, email }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: { undone: true, paymentReminder: kind, course, email },
  }))
  await record(tx, staff, entries)
}
