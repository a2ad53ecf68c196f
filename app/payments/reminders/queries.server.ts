import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../../accounts/rules'
import { minimumCondition } from '../../courses/minimum.rules'
import { isCalledOff } from '../../courses/rules'
import { isSeated } from '../../courses/seats.rules'
import { type Database, db } from '../../database/client.server'
import { courses, paymentReminders, payments, profiles, userCourses } from '../../database/schema'
import { isEditionDecisionOpen, isLastDecisionOpen } from '../../enrolments/decisions.sql'
import { dueColumns } from '../../enrolments/dues/dues.server'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { EMPTY_BALANCE } from '../../enrolments/dues/rules'
import { ENROLMENTS_AT_ONCE } from '../../enrolments/rules'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import type { ReminderFacts, SentReminder } from './rules'

/**
 * Returns these enrolments, ended or not, with all facts that decide whether and how their people are reminded today,
 * in order of names.
 */
export async function reminderCandidates(enrolments: readonly string[], from: Database = db) {
  const ids = enrolments.filter(isId)
  const { firstName, lastName, email } = profiles
  const rows = await from
    .select({
      id: userCourses.id,
      status: userCourses.status,
      endedAt: userCourses.endedAt,
      approvedAt: userCourses.approvedAt,
      // A reminder names the day and the place of the course, and nobody pays before the confirmation.
      isUndoable: sql<boolean>`(${isLastDecisionOpen} or ${isEditionDecisionOpen('confirm-edition')} or ${isEditionDecisionOpen('postpone')})`,
      person: { id: profiles.id, firstName, lastName, email },
      course: { id: courses.id, title: courses.title, startDate: courses.startDate, place: courses.place },
      terms: dueColumns,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(inArray(userCourses.id, ids))
    .orderBy(asc(lastName), asc(firstName), asc(userCourses.id))
  const day = today()
  const balances = await balancesOf(ids, undefined, from)
  const remindersByEnrolment = await sentRemindersOf(from, ids)
  const idsPaidToday = await idsOfEnrolmentsPaidOn(from, ids, day)
  return rows.map(({ id, status, endedAt, approvedAt, isUndoable, person, course, terms }) => {
    const facts: ReminderFacts = {
      isEnded: endedAt !== null,
      hasSeat: isSeated(status),
      isReachable: !isDeletedAccount(person.email),
      isUndoable,
      isConditional: minimumCondition(terms, day) !== null,
      isCalledOff: isCalledOff(terms),
      hasPaidToday: idsPaidToday.has(id),
      approvedOn: approvedAt && today(approvedAt),
      balance: balances.get(id) ?? EMPTY_BALANCE,
      sentReminders: remindersByEnrolment.get(id) ?? [],
    }
    return { id, person, course, facts }
  })
}
export type ReminderCandidate = Awaited<ReturnType<typeof reminderCandidates>>[number]

/** Returns `reminderCandidates` for the first `ENROLMENTS_AT_ONCE` of the enrolments that the office has chosen. */
export const chosenCandidates = (_staff: Staff, enrolments: readonly string[]) =>
  reminderCandidates(enrolments.slice(0, ENROLMENTS_AT_ONCE))

/** Returns the reminders that were sent for enrolments, by enrolment id, the oldest first. */
async function sentRemindersOf(from: Database, ids: readonly string[]) {
  const rows = await from
    .select()
    .from(paymentReminders)
    .where(inArray(paymentReminders.enrolmentId, [...ids]))
    .orderBy(asc(paymentReminders.sentAt))
  const byEnrolment = new Map<string, SentReminder[]>()
  for (const { enrolmentId, number, kind, sentAt } of rows)
    byEnrolment.set(enrolmentId, [
      ...(byEnrolment.get(enrolmentId) ?? []),
      { number, kind, sentOn: today(sentAt) },
    ])
  return byEnrolment
}

/** Returns the ids of the enrolments with a payment that arrived or was registered on a day (YYYY-MM-DD). */
async function idsOfEnrolmentsPaidOn(
  from: Database,
  ids: readonly string[],
  day: string,
): Promise<Set<string>> {
  const wasRegistered = sql`(${payments.registeredAt} at time zone 'Europe/Rome')::date = ${day}::date`
  const rows = await from
    .selectDistinct({ id: payments.enrolmentId })
    .from(payments)
    .where(
      and(
        inArray(payments.enrolmentId, [...ids]),
        gt(payments.amount, 0),
        or(eq(payments.receivedOn, day), wasRegistered),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
