import type { Staff } from '../../accounts/rules'
import { today } from '../../runtime/clock'
import { lessonsWithRegister } from '../attendance/queries.server'
import { areLessonsOver, planOf, proposeCompletion, shareOf } from '../attendance/rules'
import { MOST_AT_ONCE } from '../review/commands.server'
import { peopleInProgress } from './queries.server'

/** People below the threshold that the page names. */
const MOST_NAMED = 20

/**
 * The hours of an edition, and the proposal to mark people 'Completato': null before its lessons are over. It chooses the
 * first `MOST_AT_ONCE` who have reached the threshold, and names the first twenty below it.
 */
export async function completionOf(staff: Staff, course: { id: string; attendanceThreshold: number }) {
  const lessons = await lessonsWithRegister(staff, course.id)
  const plan = planOf(lessons, course.attendanceThreshold)
  if (!areLessonsOver(lessons, today())) return { plan, proposal: null }
  const people = await peopleInProgress(staff, course.id)
  const proposal = proposeCompletion(lessons, people, plan, today())
  if (!proposal) return { plan, proposal: null }
  const { reached, below, openRegisters } = proposal
  return {
    plan,
    proposal: {
      reachedCount: reached.length,
      chosenIds: reached.slice(0, MOST_AT_ONCE).map(({ id }) => id),
      below: below.slice(0, MOST_NAMED).map((person) => ({
        id: person.id,
        name: `${person.firstName} ${person.lastName}`,
        sharePercent: shareOf(person, plan),
      })),
      belowUnnamed: Math.max(0, below.length - MOST_NAMED),
      openRegisters,
    },
  }
}
export type Completion = Awaited<ReturnType<typeof completionOf>>
