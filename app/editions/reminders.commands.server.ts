import { addDays, format, parseISO } from 'date-fns'
import {
  and,
  between,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { System } from '../accounts/rules'
import { record } from '../audit/record.server'
import { peopleEnrolled } from '../courses/seats.sql'
import { firstSessionStart } from '../courses/sessions.sql'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { courses, postponements, remindersSent, userCourses } from '../database/schema'
import { enqueueEmailsAbout, renderEmailsAbout } from '../enrolments/decision.server'
import { isEditionDecisionOpen, isLastDecisionOpen } from '../enrolments/decisions.sql'
import { isLive } from '../enrolments/enrolments.sql'
import { ENROLMENTS_AT_ONCE } from '../enrolments/rules'
import { lockCourseWithSeats, lockEnrolments } from '../enrolments/seats.server'
import { isDaytime, today } from '../runtime/clock'
import { runForEach } from '../runtime/run-for-each'
import { joiningInstructions, thanksForComing } from './reminders.emails'
import { JOINING_PERIOD, REMINDERS, type Reminder } from './reminders.rules'

/** For how many days after the last session thanks can still be sent. */
const THANKS_DAYS = 3

const { id, status } = userCourses
const daysFrom = (day: string, days: number) => format(addDays(parseISO(day), days), 'yyyy-MM-dd')

const start = firstSessionStart(sql`${courses}.id`)

/** Whether a person was approved less than a day before the start. */
const isApprovedLate = sql`${userCourses.approvedAt} > ${start} - interval '1 day'`

/** Whether an edition has no minimum of participants, has reached it, or is confirmed for certain. */
const isCertain = or(
  isNull(courses.minParticipants),
  gte(peopleEnrolled, courses.minParticipants),
  and(isNotNull(courses.confirmedAt), not(isEditionDecisionOpen('confirm-edition'))),
)

/**
 * The automatic e-mails. `isWanted`: whether the edition sends them; `isDue`: the condition on course and enrolment on
 * `day` (today, YYYY-MM-DD); `states`: of the people who get them. By night only people who are approved late get one,
 * because the morning may be too late.
 */
const REMINDER_FACTS = {
  joining: {
    isWanted: courses.joiningEmail,
    isDue: (day: string, isDaytimeNow: boolean) =>
      and(
        between(courses.startDate, day, daysFrom(day, JOINING_PERIOD.days)),
        sql`${start} > now()`,
        isDaytimeNow ? undefined : isApprovedLate,
      ),
    states: ['approved', 'in_progress'],
    write: joiningInstructions,
  },
  thanks: {
    isWanted: courses.thanksEmail,
    isDue: (day: string, isDaytimeNow: boolean) =>
      isDaytimeNow ? between(courses.endDate, daysFrom(day, -THANKS_DAYS), daysFrom(day, -1)) : sql`false`,
    states: ['in_progress', 'completed'],
    write: thanksForComing,
  },
} as const

/**
 * Enqueues the joining instructions, until the start, and the thanks that are due, each once to each person, by day.
 * People who are approved less than a day before the start get the instructions at once, also by night. After a
 * postponement they are sent again. Run by the schedule.
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

/** Whether the e-mail was not sent yet, and the office can no longer undo its last decision about the enrolment. */
const canBeReminded = (from: From, kind: Reminder) => {
  // After a postponement an earlier reminder does not count.
  const lastPostponedAt = sql`(select max(moved.created_at) from ${postponements} as moved where moved.course_id = ${userCourses}.course_id)`
  const isValid = sql`${remindersSent.sentAt} > coalesce(${lastPostponedAt}, '-infinity')`
  const sent = and(eq(remindersSent.enrolmentId, id), eq(remindersSent.kind, kind), isValid)
  return and(not(isLastDecisionOpen), notExists(from.select({ one: sql`1` }).from(remindersSent).where(sent)))
}

/** Ids of the editions with somebody for whom the e-mail is due and not sent; with `courseId`, only of that edition. */
async function editionsToRemind(
  from: From,
  kind: Reminder,
  isDaytimeNow: boolean,
  courseId?: string,
): Promise<string[]> {
  const { isWanted, isDue, states } = REMINDER_FACTS[kind]
  const dueEnrolments = from
    .select({ id })
    .from(userCourses)
    .where(
      and(
        eq(userCourses.courseId, courses.id),
        inArray(status, [...states]),
        isLive,
        canBeReminded(from, kind),
        isDue(today(), isDaytimeNow),
      ),
    )
  const rows = await from
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        eq(isWanted, true),
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
  const isRecipient = and(
    eq(userCourses.courseId, courseId),
    inArray(status, [...REMINDER_FACTS[kind].states]),
  )
  const rows = await from
    .select({ id })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(
      and(isRecipient, isLive, canBeReminded(from, kind), REMINDER_FACTS[kind].isDue(today(), isDaytimeNow)),
    )
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
  const { states, write } = REMINDER_FACTS[kind]
  const emails = await renderEmailsAbout(await enrolmentsToRemind(db, kind, courseId, isDaytimeNow), write)
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
