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
import { wholeRoster } from './queries.server'

type Course = Pick<StoredCourse, 'id' | 'sessions' | 'attendanceThreshold'>

/**
 * What an edition asks of its participants (`requirement`), and whom to mark 'Completato' (`proposal`, null where
 * `proposeCompletion` proposes nothing). `reachedCount`: how many people in progress reached the threshold;
 * `idsToComplete`: enrolments of at most `MOST_CHOSEN` of them; `below`: those who did not, with the percent that they
 * attended; `openRegisters`: how many are not closed.
 */
export async function completionOf(staff: Staff, course: Course) {
  const { id, sessions, attendanceThreshold } = course
  const requirement = attendanceRequirement(sessions, attendanceThreshold)
  const people = areLessonsOver(sessions, today()) ? await wholeRoster(staff, id) : []
  const peopleInProgress = people.filter(({ status, ending }) => status === 'in_progress' && !ending)
  const proposal = proposeCompletion(sessions, peopleInProgress, requirement, today())
  if (!proposal) return { requirement, proposal: null }
  const { reached, below, openRegisters } = proposal
  return {
    requirement,
    proposal: {
      reachedCount: reached.length,
      idsToComplete: reached.slice(0, MOST_CHOSEN).map(({ id }) => id),
      below: below.map((person) => ({
        name: `${person.firstName} ${person.lastName}`,
        sharePercent: attendedPercent(person, requirement),
      })),
      openRegisters,
    },
  }
}
export type Completion = Awaited<ReturnType<typeof completionOf>>
