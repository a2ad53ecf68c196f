import { and, asc, eq, inArray } from 'drizzle-orm'
import { data } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { courseByKey } from '../../courses/editor/queries.server'
import { db } from '../../database/client.server'
import { isLive, userCourses } from '../../database/schema'
import { env } from '../../runtime/env.server'
import { peopleByState } from './message.queries.server'

/** An edition whose fate is decided, with its people; `minutes`: how long a decision can be taken back. 404 if unknown. */
export async function editionToDecide(admin: Admin, key: string) {
  const course = await courseByKey(admin, key)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { id, title, startDate, endDate, place, sessions, archivedAt, cancelledAt, confirmedAt, draft } =
    course
  const facts = { id, title, startDate, endDate, place, archivedAt, cancelledAt, confirmedAt, draft }
  return { course: facts, sessions, people: await peopleByState(admin, id), minutes: env.undoMinutes }
}

export async function participantsOf(_admin: Admin, course: string): Promise<string[]> {
  const { id, courseId, status } = userCourses
  const rows = await db
    .select({ id })
    .from(userCourses)
    .where(and(eq(courseId, course), inArray(status, ['approved', 'in_progress']), isLive))
    .orderBy(asc(id))
  return rows.map(({ id }) => id)
}
