import { addDays, format, parseISO } from 'date-fns'
import { and, between, eq, exists, inArray, isNull, not, notExists, sql } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { courses, isHeld, isLive, remindersSent, userCourses } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { timeOfDay, today } from '../runtime/clock'
import { REMINDERS, type Reminder } from './decision.rules'
import { renderEach } from './decision.server'
import { joiningInstructions, thanksForComing } from './reminders.emails'
import { AT_ONCE } from './rules'
import { lockCourse, lockEnrolments } from './seats.server'

/** Days before the first session, and days in which thanks are still sent after the last. */
const JOINING_DAYS = 3
const THANKS_DAYS = 3
/** Hours in Italy between which reminders leave. */
const [MORNING, EVENING] = [8, 20]

const { id, status } = userCourses
const daysFrom = (day: string, days: number) => format(addDays(parseISO(day), days), 'yyyy-MM-dd')

const KINDS = {
  joining: {
    wanted: courses.joiningEmail,
    when: (day: string) => between(courses.startDate, daysFrom(day, 1), daysFrom(day, JOINING_DAYS)),
    states: ['approved', 'in_progress'],
    write: joiningInstructions,
    label: 'istruzioni prima dell’inizio',
  },
  thanks: {
    wanted: courses.thanksEmail,
    when: (day: string) => between(courses.endDate, daysFrom(day, -THANKS_DAYS), daysFrom(day, -1)),
    states: ['in_progress', 'completed'],
    write: thanksForComing,
    label: 'ringraziamento',
  },
} as const

/**
 * Sends the joining instructions and the thanks that are due, each once to each person; the schedule has no actor.
 * @returns how many
 */
export async function sendReminders(nobody: null, now = new Date()): Promise<number> {
  const hour = Number.parseInt(timeOfDay(now), 10)
  if (hour < MORNING || hour >= EVENING) return 0
  let sent = 0
  const failed: unknown[] = []
  for (const kind of REMINDERS)
    for (const course of await editionsToRemind(db, kind))
      try {
        sent += await remindEdition(nobody, kind, course)
      } catch (error) {
        failed.push(error)
      }
  if (failed.length > 0) throw new AggregateError(failed, `Reminders of ${failed.length} editions failed`)
  return sent
}

type From = Transaction | typeof db

const without = (from: From, kind: Reminder) => {
  const sent = and(eq(remindersSent.enrolmentId, id), eq(remindersSent.kind, kind))
  return and(not(isHeld), notExists(from.select({ one: sql`1` }).from(remindersSent).where(sent)))
}

async function editionsToRemind(from: From, kind: Reminder, only?: string): Promise<string[]> {
  const { wanted, when, states } = KINDS[kind]
  const somebody = from
    .select({ id })
    .from(userCourses)
    .where(
      and(eq(userCourses.courseId, courses.id), inArray(status, [...states]), isLive, without(from, kind)),
    )
  const rows = await from
    .select({ id: courses.id })
    .from(courses)
    .where(
      and(
        eq(wanted, true),
        when(today()),
        isNull(courses.archivedAt),
        isNull(courses.cancelledAt),
        eq(courses.draft, false),
        exists(somebody),
        only ? eq(courses.id, only) : undefined,
      ),
    )
  return rows.map(({ id }) => id)
}

/** One edition in a transaction, at most 500 people. */
async function remindEdition(nobody: null, kind: Reminder, courseId: string): Promise<number> {
  const { states, write, label } = KINDS[kind]
  const due = await db
    .select({ id })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, courseId), inArray(status, [...states]), isLive, without(db, kind)))
    .limit(AT_ONCE)
  const emails = await renderEach(
    due.map(({ id }) => id),
    write,
  )
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    const [wanted] = await editionsToRemind(tx, kind, courseId)
    if (!course || !wanted) return 0
    const enrolments = await lockEnrolments(tx, [...emails.keys()])
    const told = enrolments.filter(({ status }) => states.some((state) => state === status))
    if (told.length === 0) return 0
    const rows = told.map(({ id }) => ({ enrolmentId: id, kind }))
    const fresh = await tx.insert(remindersSent).values(rows).onConflictDoNothing().returning()
    const ids = new Set(fresh.map(({ enrolmentId }) => enrolmentId))
    const theirs = told.filter(({ id }) => ids.has(id))
    for (const { id } of theirs) {
      const email = emails.get(id)
      if (email) await enqueueEmail(tx, email)
    }
    const entries = theirs.map(({ id, email }) => ({
      action: 'update' as const,
      entity: 'user_courses' as const,
      id,
      details: { reminder: label, course: course.title, email },
    }))
    await record(tx, nobody, entries)
    return theirs.length
  })
}
