import type { Staff } from '../../accounts/rules'
import { today } from '../../runtime/clock'
import { lessonsWithRegister } from '../attendance/queries.server'
import { planOf, proposeCompletion, shareOf } from '../attendance/rules'
import { MOST_AT_ONCE } from '../review/commands.server'
import { peopleInProgress } from './queries.server'

/** People below the threshold that the page names. */
const MOST_NAMED = 20

/** The hours of an edition, and who may be marked 'Completato' once its lessons are over. */
export async function completionOf(staff: Staff, course: { id: string; attendanceThreshold: number }) {
  const [lessons, people] = await Promise.all([
    lessonsWithRegister(staff, course.id),
    peopleInProgress(staff, course.id),
  ])
  const plan = planOf(lessons, course.attendanceThreshold)
  const proposal = proposeCompletion(lessons, people, plan, today())
  if (!proposal) return { plan, proposal: null }
  const { reached, below, openRegisters } = proposal
  return {
    plan,
    proposal: {
      reached: reached.length,
      chosen: reached.slice(0, MOST_AT_ONCE).map(({ id }) => id),
      below: below.slice(0, MOST_NAMED).map((person) => ({
        id: person.id,
        name: `${person.firstName} ${person.lastName}`,
        share: shareOf(person, plan),
      })),
      belowUnnamed: Math.max(0, below.length - MOST_NAMED),
      openRegisters,
    },
  }
}
export type Completion = Awaited<ReturnType<typeof completionOf>>
