import { asc, eq, inArray, sql } from 'drizzle-orm'
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
import type { ReminderFacts } from './rules'

/**
 * Returns these enrolments, ended or not, with all facts that decide whether and how their people are reminded today,
 * in order of names.
 */
export async function reminderCandidates(enrolments: readonly string[], from: Database = db) {
  const ids = enrolments.filter(isId)
  const day = today()
  const rows = await from
    .select({
      id: userCourses.id,
      status: userCourses.status,
      endedAt: userCourses.endedAt,
      approvedAt: userCourses.approvedAt,
      // A reminder names the day and the place of the course, and nobody pays before the confirmation.
      isUndoable: sql<boolean>`(${isLastDecisionOpen} or ${isEditionDecisionOpen('confirm-edition')} or ${isEditionDecisionOpen('postpone')})`,
      // A payment that arrived or was registered today.
      hasPaidToday: sql<boolean>`exists (select from ${payments} where ${payments.enrolmentId} = ${userCourses.id} and ${payments.amount} > 0
        and ${day}::date in (${payments.receivedOn}, (${payments.registeredAt} at time zone 'Europe/Rome')::date))`,
      person: {
        id: profiles.id,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        email: profiles.email,
      },
      course: { id: courses.id, title: courses.title, startDate: courses.startDate, place: courses.place },
      terms: dueColumns,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(inArray(userCourses.id, ids))
    .orderBy(asc(profiles.lastName), asc(profiles.firstName), asc(userCourses.id))
  const balances = await balancesOf(ids, undefined, from)
  const reminders = await from
    .select()
    .from(paymentReminders)
    .where(inArray(paymentReminders.enrolmentId, ids))
    .orderBy(asc(paymentReminders.sentAt))
  return rows.map(({ id, status, endedAt, approvedAt, isUndoable, hasPaidToday, person, course, terms }) => {
    const facts: ReminderFacts = {
      hasSeat: isSeated(status) && endedAt === null,
      isReachable: !isDeletedAccount(person.email),
      isUndoable,
      isConditional: minimumCondition(terms, day) !== null,
      isCalledOff: isCalledOff(terms),
      hasPaidToday,
      approvedOn: approvedAt && today(approvedAt),
      balance: balances.get(id) ?? EMPTY_BALANCE,
      sentReminders: reminders
        .filter(({ enrolmentId }) => enrolmentId === id)
        .map(({ number, kind, sentAt }) => ({ number, kind, sentOn: today(sentAt) })),
    }
    return { id, person, course, facts }
  })
}
export type ReminderCandidate = Awaited<ReturnType<typeof reminderCandidates>>[number]

/** Returns `reminderCandidates` for the first `ENROLMENTS_AT_ONCE` of the enrolments that the office has chosen. */
export const chosenCandidates = (_staff: Staff, enrolments: readonly string[]) =>
  reminderCandidates(enrolments.slice(0, ENROLMENTS_AT_ONCE))
