import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, inOrderOfNames, personColumns } from '../../accounts/people.sql'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { balances, profiles, userCourses } from '../../database/schema'
import { containsText } from '../../database/search.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { attendedMinutes } from '../attendance/attendance.sql'
import { isDueLate, unpaidBefore } from '../balances.sql'
import { hasCertificate, isInRoster, isLive, newDatesAnswer } from '../enrolments.sql'
import { LATE_DUE, ROSTER_PAGE_SIZE, type RosterView } from './rules'

/** Whether the enrolment has a late due that still counts. */
const hasLateDue = () => and(isDueLate(today()), isLive)

/** Whether a participant is in the view, on whichever page: in its state, with all words of its text. */
function isInView({ text, state }: Pick<RosterView, 'text' | 'state'>) {
  const words = text.split(/\s+/).filter(Boolean)
  return and(
    sql`true`,
    state === LATE_DUE ? hasLateDue() : state ? eq(userCourses.status, state) : undefined,
    ...words.map((word) => containsText(profiles.searchText, word)),
  )
}

/**
 * How many participants an edition has in each state, how many of them have a late due, and whether it was ever
 * postponed (false without participants). `found`: how many are in the view.
 */
export async function rosterCounts(
  _staff: Staff,
  courseId: string,
  view: Pick<RosterView, 'text' | 'state'>,
) {
  const rows = await db
    .select({
      status: userCourses.status,
      people: count(),
      late: sql`count(*) filter (where ${hasLateDue()})`.mapWith(Number),
      found: sql`count(*) filter (where ${isInView(view)})`.mapWith(Number),
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
    .where(and(eq(userCourses.courseId, courseId), isInRoster))
    .groupBy(userCourses.status)
  const countOf = (state: string) => rows.find(({ status }) => status === state)?.people ?? 0
  return {
    approved: countOf('approved'),
    in_progress: countOf('in_progress'),
    completed: countOf('completed'),
    [LATE_DUE]: rows.reduce((sum, { late }) => sum + late, 0),
    found: rows.reduce((sum, { found }) => sum + found, 0),
  }
}

const byName = [...inOrderOfNames, asc(userCourses.id)]

const participantColumns = {
  ...personColumns,
  id: userCourses.id,
  status: userCourses.status,
  ending: userCourses.ending,
  ...attendedMinutes,
}

/**
 * One page of participants by name. A text finds those who have all its words in name, company or e-mail. `owed`,
 * `paid`: in euros, null without dues and payments; `owed` is null too in a cancelled edition. `late`: how many euros
 * of late dues are unpaid, 0 or less if none are.
 */
export function rosterPeople(_staff: Staff, courseId: string, view: RosterView) {
  return db
    .select({
      ...participantColumns,
      hasCertificate,
      newDatesAnswer,
      personId: profiles.id,
      owed: sql<number | null>`case when ${isLive} then ${balances.owed} end`.mapWith(Number),
      paid: balances.paid,
      late: sql`case when ${hasLateDue()} then ${unpaidBefore(today())} else 0 end`.mapWith(Number),
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
    .where(and(eq(userCourses.courseId, courseId), isInRoster, isInView(view)))
    .orderBy(...byName)
    .limit(ROSTER_PAGE_SIZE)
    .offset((view.page - 1) * ROSTER_PAGE_SIZE)
}
export type RosterPerson = Awaited<ReturnType<typeof rosterPeople>>[number]

/**
 * All participants by name, or those of `chosenIds` (enrolments), for lists and files. `approvedBy`: the name; null if
 * nobody of the office approved the enrolment, or that account is deleted.
 */
export function wholeRoster(_staff: Staff, courseId: string, chosenIds: readonly string[] = []) {
  const approver = alias(profiles, 'approver')
  const isChosen = chosenIds.length > 0 ? inArray(userCourses.id, chosenIds.filter(isId)) : undefined
  return db
    .select({
      ...participantColumns,
      approvedAt: userCourses.approvedAt,
      approvedBy: fullName(approver),
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(approver, eq(approver.id, userCourses.approvedBy))
    .where(and(eq(userCourses.courseId, courseId), isInRoster, isChosen))
    .orderBy(...byName)
}
