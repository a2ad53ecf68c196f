import { and, eq, gte, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { peopleEnrolled } from '../courses/seats.sql'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { courses, remindersSent, userCourses } from '../database/schema'
import { enqueueEmailsAbout, renderEmailsAbout } from '../enrolments/decision.server'
import { isEditionDecisionOpen, isLastDecisionOpen } from '../enrolments/decisions.sql'
import { ENROLMENTS_AT_ONCE } from '../enrolments/rules'
import { lockCourseWithSeats, lockEnrolments } from '../enrolments/seats.server'
import { isDaytime, today } from '../runtime/clock'
import { runForEach } from '../runtime/run-for-each'
import { joiningInstructions, thanksForComing } from './reminders.emails'
import { REMINDERS, type Reminder } from './reminders.rules'
import { lacksReminder, REMINDER_CONDITIONS } from './reminders.sql'

/** Whether an edition has no minimum of participants, has reached it, or is confirmed for certain. */
const isCertain = or(
  isNull(courses.minParticipants),
  gte(peopleEnrolled, courses.minParticipants),
  and(isNotNull(courses.confirmedAt), not(isEditionDecisionOpen('confirm-edition'))),
)

const LETTERS = { joining: joiningInstructions, thanks: thanksForComing } as const

/**
 * Enqueues the joining instructions, until the start, and the thanks that are due, each once to each person, by day.
 * People who are approved less than a day before the start get the instructions at once, also by night. After a
 * postponement, or with another first day in the course form, they are sent again. Run by the schedule.
 * @param isDaytimeNow whether the schedule may send e-mails at this time
 * @returns how many were enqueued
 */
export async function sendReminders(system: System, isDaytimeNow = isDaytime()): Promise<number> {
  const editionsByKind = REMINDERS.map(async (kind) => {
    const enrolments = await dueEnrolments(db, kind, isDaytimeNow)
    const courseIds = new Set(enrolments.map(({ courseId }) => courseId))
    return [...courseIds].map((courseId) => ({ kind, courseId }))
  })
  const editions = (await Promise.all(editionsByKind)).flat()
  return runForEach('editions to remind', editions, ({ kind, courseId }) =>
    remindEdition(system, kind, courseId, isDaytimeNow),
  )
}

/**
 * The enrolments for which an e-mail is due and not sent, unless the office can still undo the last decision about them
 * or a postponement of their edition. With `courseId`: at most `ENROLMENTS_AT_ONCE` of that edition.
 */
function dueEnrolments(
  from: Transaction | typeof db,
  kind: Reminder,
  isDaytimeNow: boolean,
  courseId?: string,
) {
  const due = from
    .select({ id: userCourses.id, courseId: userCourses.courseId })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(
      and(
        eq(REMINDER_CONDITIONS[kind].isWanted, true),
        isNull(courses.archivedAt),
        isNull(courses.cancelledAt),
        eq(courses.draft, false),
        not(isEditionDecisionOpen('postpone')),
        kind === 'joining' ? isCertain : undefined,
        not(isLastDecisionOpen),
        lacksReminder(kind, today(), isDaytimeNow),
        courseId ? eq(courses.id, courseId) : undefined,
      ),
    )
    .orderBy(userCourses.id)
  return courseId ? due.limit(ENROLMENTS_AT_ONCE) : due
}

/** Enqueues the e-mails that are due for an edition, for at most `ENROLMENTS_AT_ONCE` people. @returns how many */
async function remindEdition(
  system: System,
  kind: Reminder,
  courseId: string,
  isDaytimeNow: boolean,
): Promise<number> {
  const { states } = REMINDER_CONDITIONS[kind]
  const idsOf = async (from: Transaction | typeof db) =>
    (await dueEnrolments(from, kind, isDaytimeNow, courseId)).map(({ id }) => id)
  const emails = await renderEmailsAbout(await idsOf(db), LETTERS[kind])
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course) return 0
    // What was found without a lock may have changed since.
    const enrolmentIds = (await idsOf(tx)).filter((id) => emails.has(id))
    const enrolments = await lockEnrolments(tx, enrolmentIds)
    const recipients = enrolments.filter(({ status }) => states.some((state) => state === status))
    if (recipients.length === 0) return 0
    await tx
      .insert(remindersSent)
      .values(recipients.map(({ id }) => ({ enrolmentId: id, kind })))
      .onConflictDoUpdate({
        target: [remindersSent.enrolmentId, remindersSent.kind],
        set: { sentAt: sql`now()` },
      })
    await enqueueEmailsAbout(tx, emails, recipients)
    const entries = recipients.map(({ id, email }) => ({
      action: 'update' as const,
      entity: 'user_courses' as const,
      id,
      details: { reminder: kind, course: course.title, email },
    }))
    await record(tx, system, entries)
    return recipients.length
  })
}
