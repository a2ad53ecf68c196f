import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { lockCourse } from '../courses/lock.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses } from '../database/schema'
import { today } from '../runtime/clock'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import type { ReminderSwitches } from './reminders.rules'
import { findContradictions, type Terms, type TermsRefusal } from './terms.rules'

type TermsOutcome = Outcome<TermsRefusal>

/**
 * Changes the minimum of participants and the day to confirm by. Refuses as 'stale' if the stored terms are not
 * `before`, with which the form began, unless nothing changes.
 */
export async function changeTerms(
  staff: Staff,
  courseId: string,
  terms: Terms,
  before: Terms,
): Promise<TermsOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const { minParticipants, confirmBy } = course
    const currentTerms = { minParticipants, confirmBy }
    const changedFields = changes<Terms>(currentTerms, terms)
    if (Object.keys(changedFields.new).length === 0) return OK
    if (Object.keys(changes<Terms>(currentTerms, before).new).length > 0) return refuse('stale')
    if (Object.keys(findContradictions(terms, course, today())).length > 0) return refuse('contradiction')
    await changeCourse(tx, staff, course, terms, changedFields)
    return OK
  })
}

/**
 * Switches the joining instructions and the thanks of an edition on or off. `before`: the switches with which the form
 * began; one that the form has not changed stays as it is stored.
 */
export async function setReminders(
  staff: Staff,
  courseId: string,
  wanted: ReminderSwitches,
  before: ReminderSwitches,
): Promise<TermsOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const { joiningEmail, thanksEmail } = course
    const storedSwitches = { joiningEmail, thanksEmail }
    const switches = { ...storedSwitches, ...changes<ReminderSwitches>(before, wanted).new }
    const changedFields = changes<ReminderSwitches>(storedSwitches, switches)
    if (Object.keys(changedFields.new).length > 0)
      await changeCourse(tx, staff, course, switches, changedFields)
    return OK
  })
}

/** Changes columns of a locked course. The version stays, since the course form has none of these fields. */
async function changeCourse(
  tx: Transaction,
  staff: Staff,
  { id, title }: { id: string; title: string },
  columns: Terms | ReminderSwitches,
  changedFields: object,
) {
  await tx
    .update(courses)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(courses.id, id))
  await record(tx, staff, { action: 'update', entity: 'courses', id, details: { ...changedFields, title } })
}
