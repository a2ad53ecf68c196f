import { data } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { courseByKey } from '../../courses/editor/queries.server'
import { env } from '../../runtime/env.server'
import { peopleByState, recipientsOf } from './message.queries.server'

/** An edition whose fate is decided, with its people; `minutes`: how long a decision can be taken back. 404 if unknown. */
export async function editionToDecide(admin: Admin, key: string) {
  const course = await courseByKey(admin, key)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { id, title, startDate, endDate, place, sessions, archivedAt, cancelledAt, confirmedAt, draft } =
    course
  const facts = { id, title, startDate, endDate, place, archivedAt, cancelledAt, confirmedAt, draft }
  return { course: facts, sessions, people: await peopleByState(admin, id), minutes: env.undoMinutes }
}

/** Ids of the enrolments of who takes part in an edition. */
export const participantsOf = (admin: Admin, course: string) =>
  recipientsOf(admin, course, ['approved', 'in_progress'])
