import { and, eq, exists, gte, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
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
  const editionsByKind = REMINDERS.map(async (kind) =>
    (await editionsToRemind(db, kind, isDaytimeNow)).map((course) => ({ kind, course })),
  )
  const editions = (await Promise.all(editionsByKind)).flat()
  return runForEach('editions to remind', editions, ({ kind, course }) =>
    remindEdition(system, kind, course, isDaytimeNow),
  )
}

type From = Transaction | typeof db

/** Whether an enrolment lacks the e-mail, and the office can no longer undo its last decision about it. */
const canBeReminded = (kind: Reminder, isDaytimeNow: boolean) =>
  and(not(isLastDecisionOpen), lacksReminder(kind, today(), isDaytimeNow))

/** Ids of the editions with somebody for whom the e-mail is due and not sent; with `courseId`, only of that edition. */
async function editionsToRemind(
  from: From,
  kind: Reminder,
  isDaytimeNow: boolean,
  courseId?: string,
): Promise<string[]> {
  const dueEnrolments = from
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, courses.id), canBeReminded(kind, isDaytimeNow)))
  const rows = await from
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        eq(REMINDER_CONDITIONS[kind].isWanted, true),
        isNull(courses.archivedAt),
        isNull(courses.cancelledAt),
        eq(courses.draft, false),
        not(isEditionDecisionOpen('postpone')),
        kind === 'joining' ? isCertain : undefined,
        exists(dueEnrolments),
        courseId ? eq(courses.id, courseId) : undefined,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Ids of at most `ENROLMENTS_AT_ONCE` enrolments of an edition for which the e-mail is due and not sent. */
async function enrolmentsToRemind(
  from: From,
  kind: Reminder,
  courseId: string,
  isDaytimeNow: boolean,
): Promise<string[]> {
  const { id } = userCourses
  const rows = await from
    .select({ id })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.courseId, courseId), canBeReminded(kind, isDaytimeNow)))
    .orderBy(id)
    .limit(ENROLMENTS_AT_ONCE)
  return rows.map(({ id }) => id)
}

/** Enqueues the e-mails that are due for an edition, for at most `ENROLMENTS_AT_ONCE` people. @returns how many */
async function remindEdition(
  system: System,
  kind: Reminder,
  courseId: string,
  isDaytimeNow: boolean,
): Promise<number> {
  const { states } = REMINDER_CONDITIONS[kind]
  const dueIds = await enrolmentsToRemind(db, kind, courseId, isDaytimeNow)
  const emails = await renderEmailsAbout(dueIds, LETTERS[kind])
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    // What was found without a lock may have changed since.
    const [stillDue] = await editionsToRemind(tx, kind, isDaytimeNow, courseId)
    if (!course || !stillDue) return 0
    const enrolmentIds = (await enrolmentsToRemind(tx, kind, courseId, isDaytimeNow)).filter((id) =>
      emails.has(id),
    )
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
