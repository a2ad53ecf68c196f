import { randomUUID } from 'node:crypto'
import { and, eq, exists, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { lockCourse, lockCourses } from '../courses/lock.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { isLive } from '../enrolments/enrolments.sql'
import { today } from '../runtime/clock'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import type { ReminderSwitches } from './reminders.rules'
import { findContradictions, type Terms, type TermsRefusal } from './terms.rules'

type TermsOutcome<Done extends object = object> = Outcome<TermsRefusal, Done>

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

/** Switches the joining instructions and the thanks of an edition on or off. */
export async function setReminders(staff: Staff, courseId: string, wanted: ReminderSwitches): Promise<TermsOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const { joiningEmail, thanksEmail } = course
    const changedFields = changes<ReminderSwitches>({ joiningEmail, thanksEmail }, wanted)
    if (Object.keys(changedFields.new).length > 0) await changeCourse(tx, staff, course, wanted, changedFields)
    return OK
  })
}

/**
 * Moves a course into the series of another one, as an edition. The other editions of its former series stay there.
 * @returns `title` of the other course; `peopleInBoth`: names of people with a live enrolment in any state, both in the
 *   course and in the joined series
 */
export async function joinSeries(
  staff: Staff,
  courseId: string,
  otherId: string,
): Promise<TermsOutcome<{ title: string; peopleInBoth: string[] }>> {
  if (courseId === otherId) return refuse('itself')
  return inTransaction(async (tx) => {
    const locked = await lockCourses(tx, [courseId, otherId])
    const [course, other] = [courseId, otherId].map((id) => locked.find((candidate) => candidate.id === id))
    if (!course || !other) return refuse('unknown')
    if (course.archivedAt || other.archivedAt) return refuse('archived')
    const { seriesId } = other
    if (course.seriesId === seriesId) return refuse('together')
    const peopleInBoth = await findPeopleInBoth(tx, courseId, seriesId)
    const series = { old: { seriesId: course.seriesId }, new: { seriesId } }
    await changeCourse(tx, staff, course, { seriesId }, { ...series, joined: other.title })
    return { ok: true, title: other.title, peopleInBoth }
  })
}

/** Moves a course out of its series, so that it is no edition of the others. */
export async function leaveSeries(staff: Staff, courseId: string): Promise<TermsOutcome> {
  return inTransaction(async (tx) => {
    const course = await lockCourse(tx, courseId)
    if (!course) return refuse('unknown')
    if (course.archivedAt) return refuse('archived')
    const otherEditions = and(eq(courses.seriesId, course.seriesId), ne(courses.id, courseId))
    if ((await tx.$count(courses, otherEditions)) === 0) return refuse('alone')
    const series = { old: { seriesId: course.seriesId }, new: { seriesId: randomUUID() } }
    await changeCourse(tx, staff, course, series.new, series)
    return OK
  })
}

/** Changes columns of a locked course. The version stays, since the course form has none of these fields. */
async function changeCourse(
  tx: Transaction,
  staff: Staff,
  { id, title }: { id: string; title: string },
  facts: Partial<Terms & ReminderSwitches & { seriesId: string }>,
  details: object,
) {
  await tx
    .update(courses)
    .set({ ...facts, updatedAt: sql`now()` })
    .where(eq(courses.id, id))
  await record(tx, staff, { action: 'update', entity: 'courses', id, details: { ...details, title } })
}

/** Names of the people with a live enrolment in any state, both in the course and in the series. */
async function findPeopleInBoth(tx: Transaction, courseId: string, seriesId: string): Promise<string[]> {
  const inSeries = alias(userCourses, 'in_series')
  const elsewhere = tx
    .select({ one: sql`1` })
    .from(inSeries)
    .innerJoin(courses, eq(courses.id, inSeries.courseId))
    .where(
      and(eq(courses.seriesId, seriesId), eq(inSeries.userId, userCourses.userId), isNull(inSeries.endedAt)),
    )
  const people = await tx
    .select({ name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}` })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), isLive, exists(elsewhere)))
    .orderBy(profiles.lastName, profiles.firstName, profiles.id)
  return people.map(({ name }) => name)
}
