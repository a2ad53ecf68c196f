import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { lockCourse } from '../courses/lock.server'
import type { CourseOutcome } from '../courses/refusals.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { today } from '../runtime/clock'
import { OK, refuse } from '../runtime/outcome.rules'
import type { ReminderSwitch } from './reminders.rules'
import { findContradictions, type Terms } from './terms.rules'

/**
 * Changes the minimum of participants and the day to confirm by. Unless nothing changes, refuses as 'stale' if
 * the stored terms are not `before`, with which the form began, or if the terms contradict the stored course.
 */
export async function changeTerms(
  staff: Staff,
  courseId: string,
  terms: Terms,
  before: Terms,
): Promise<CourseOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const { minParticipants, confirmBy } = course
    const currentTerms = { minParticipants, confirmBy }
    const changedFields = changes<Terms>(currentTerms, terms)
    if (Object.keys(changedFields.new).length === 0) return OK
    if (Object.keys(changes<Terms>(currentTerms, before).new).length > 0) return refuse('stale')
    if (Object.keys(findContradictions(terms, course, today())).length > 0) return refuse('stale')
    await changeCourse(tx, staff, course, terms, changedFields)
    return OK
  })
}

/** Switches those of the automatic e-mails of an edition that `reminders` names on or off. */
export async function setReminders(
  staff: Staff,
  courseId: string,
  reminders: Partial<Record<ReminderSwitch, boolean>>,
): Promise<CourseOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const { joiningEmail, thanksEmail } = course
    const changedFields = changes({ joiningEmail, thanksEmail }, reminders)
    if (Object.keys(changedFields.new).length > 0)
      await changeCourse(tx, staff, course, changedFields.new, changedFields)
    return OK
  })
}

/**
 * Changes columns of a locked course that its form does not have, so that the version stays. `changedFields`: for the
 * log, with the columns before (`old`) and after (`new`).
 */
async function changeCourse(
  tx: Transaction,
  staff: Staff,
  { id, title }: { id: string; title: string },
  columns: Partial<typeof courses.$inferInsert>,
  changedFields: object,
) {
  await tx
    .update(courses)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(courses.id, id))
  await record(tx, staff, { action: 'update', entity: 'courses', id, details: { ...changedFields, title } })
}
