import { and, asc, eq, inArray } from 'drizzle-orm'
import { data } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { courseByKey } from '../../courses/editor/queries.server'
import { shortfallOf } from '../../courses/minimum.rules'
import { db, type Transaction } from '../../database/client.server'
import { isLive, userCourses } from '../../database/schema'
import { env } from '../../runtime/env.server'
import type { EnrolmentState } from '../rules'
import { peopleByState } from './message.queries.server'

/**
 * An edition whose fate is decided, with its people. 404 if unknown. `shortfall`: how far below its minimum, in words;
 * `minutes`: how long a decision can be taken back.
 */
export async function editionToDecide(admin: Admin, key: string) {
  const course = await courseByKey(admin, key)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { id, title, startDate, endDate, place, sessions, archivedAt, cancelledAt, confirmedAt, draft } =
    course
  const facts = { id, title, startDate, endDate, place, archivedAt, cancelledAt, confirmedAt, draft }
  return {
    course: facts,
    sessions,
    people: await peopleByState(admin, id),
    shortfall: shortfallOf(course),
    minutes: env.undoMinutes,
  }
}

export const TAKING_PART = ['approved', 'in_progress'] as const

/** Ids of live enrolments in these states, in a stable order. */
export async function enrolmentsIn(
  _admin: Admin,
  course: string,
  states: readonly EnrolmentState[],
  from: Transaction | typeof db = db,
): Promise<string[]> {
  const { id, courseId, status } = userCourses
  const rows = await from
    .select({ id })
    .from(userCourses)
    .where(and(eq(courseId, course), inArray(status, [...states]), isLive))
    .orderBy(asc(id))
  return rows.map(({ id }) => id)
}
