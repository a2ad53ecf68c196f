import { differenceInCalendarDays } from 'date-fns'
import { hasBegun } from '../courses/rules'
import { OK, refuse } from '../runtime/outcome.rules'
import {
  type CourseWithSeats,
  type EnrolmentOutcome,
  type EnrolmentState,
  mayRequestSeat,
  maySeat,
} from './rules'

/**
 * Whether the office may end an enrolment: one that is approved or in progress. A completed one has to be set back
 * first.
 */
export function mayCancel(state: EnrolmentState): EnrolmentOutcome {
  return state === 'approved' || state === 'in_progress' ? OK : refuse('not-cancellable', { state })
}

/**
 * A person cannot move by themselves if the edition that they leave or the one that they join begins within so many
 * days.
 */
const OWN_MOVE_DAYS = 2

/** Whether a person may give up an approved seat: until the day before the first session. `today`: YYYY-MM-DD. */
export function mayCancelOwn(
  state: EnrolmentState,
  course: { startDate: string | null },
  today: string,
): EnrolmentOutcome {
  if (state !== 'approved') return refuse(state === 'in_progress' ? 'too-late' : 'not-cancellable')
  return hasBegun(course, today) ? refuse('too-late') : OK
}

type Edition = CourseWithSeats & { id: string; seriesId: string; startDate: string | null }

/**
 * Whether an enrolment may be moved from one course to another. `existing`: the state of the person's live enrolment in
 * `to`; `today`: YYYY-MM-DD; `overCapacity`: also into a full course.
 */
export function mayMove(
  state: EnrolmentState,
  from: { id: string },
  to: Edition,
  existing: EnrolmentState | undefined,
  { today, overCapacity = false }: { today: string; overCapacity?: boolean },
): EnrolmentOutcome {
  if (!mayCancel(state).ok) return refuse('not-movable', { state })
  if (from.id === to.id) return refuse('same-course')
  if (existing) return refuse('there-already', { state: existing })
  // A person who moves by themselves must not learn of drafts.
  if (to.draft) return refuse('unknown-course')
  const allowed = mayRequestSeat(to, undefined, today)
  if (!allowed.ok) return allowed
  return maySeat(to, to.seatsTaken, overCapacity)
}

/**
 * Whether a person may move by themselves: from an approved seat, between editions of one course that have no date or
 * begin in more than `OWN_MOVE_DAYS` days. `today`: YYYY-MM-DD. Ask `mayMove` first: of the states that it allows, only
 * 'in_progress' is refused here.
 */
export function mayMoveOwn(
  state: EnrolmentState,
  from: Pick<Edition, 'seriesId' | 'startDate'>,
  to: Pick<Edition, 'seriesId' | 'startDate'>,
  today: string,
): EnrolmentOutcome {
  if (state !== 'approved') return refuse('too-late')
  if (from.seriesId !== to.seriesId) return refuse('elsewhere')
  const isNear = ({ startDate }: Pick<Edition, 'startDate'>) =>
    startDate !== null && differenceInCalendarDays(startDate, today) <= OWN_MOVE_DAYS
  return isNear(from) || isNear(to) ? refuse('too-late') : OK
}
