import type { Staff } from '../../accounts/rules'
import type { StoredCourse } from '../../courses/queries.server'
import { today } from '../../runtime/clock'
import {
  areLessonsOver,
  attendanceRequirement,
  attendedPercent,
  proposeCompletion,
} from '../attendance/rules'
import { MOST_CHOSEN } from '../review/commands.server'
import { peopleInProgress } from './queries.server'

type Course = Pick<StoredCourse, 'id' | 'sessions' | 'attendanceThreshold'>

/** Most people below the threshold whom the page names. */
const MOST_NAMED = 20

/**
 * What an edition asks of its participants (`requirement`), and whom to mark 'Completato' (`proposal`, null where
 * `proposeCompletion` proposes nothing). `reachedCount`: how many people in progress reached the threshold;
 * `idsToComplete`: enrolments of at most `MOST_CHOSEN` of them; `below`: at most `MOST_NAMED` who did not, with the
 * percent that they attended; `belowUnnamed`: how many more did not; `openRegisters`: how many are not closed.
 */
export async function completionOf(staff: Staff, course: Course) {
  const { id, sessions, attendanceThreshold } = course
  const requirement = attendanceRequirement(sessions, attendanceThreshold)
  if (!areLessonsOver(sessions, today())) return { requirement, proposal: null }
  const people = await peopleInProgress(staff, id)
  const proposal = proposeCompletion(sessions, people, requirement, today())
  if (!proposal) return { requirement, proposal: null }
  const { reached, below, openRegisters } = proposal
  return {
    requirement,
    proposal: {
      reachedCount: reached.length,
      idsToComplete: reached.slice(0, MOST_CHOSEN).map(({ id }) => id),
      below: below.slice(0, MOST_NAMED).map((person) => ({
        name: `${person.firstName} ${person.lastName}`,
        sharePercent: attendedPercent(person, requirement),
      })),
      belowUnnamed: Math.max(0, below.length - MOST_NAMED),
      openRegisters,
    },
  }
}
export type Completion = Awaited<ReturnType<typeof completionOf>>
