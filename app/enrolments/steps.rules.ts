import { OK, refuse } from '../runtime/outcome.rules'
import { type EnrolmentOutcome, type EnrolmentState, mayStep, STEPS, stateLabel } from './rules'

/** Steps that the office takes for participants, in the order in which the menu of one person offers them. */
export const ROSTER_STEPS = ['complete', 'start', 'uncomplete', 'unstart'] as const
export type RosterStep = (typeof ROSTER_STEPS)[number]

export function isRosterStep(word: unknown): word is RosterStep {
  return ROSTER_STEPS.some((step) => step === word)
}

/** Steps that the office can take for all participants of a course at once. */
export const COURSE_STEPS = ['start', 'complete'] as const
export type CourseStep = (typeof COURSE_STEPS)[number]

export function isCourseStep(word: unknown): word is CourseStep {
  return COURSE_STEPS.some((step) => step === word)
}

/**
 * Whether a participant may take a step of the roster. `hasBegun`: the first day of the course has come; then nobody
 * goes back to 'approved'. `isYetToBegin`: as the function of this name says of the course. `isEarlyConfirmed`: the
 * office has confirmed a start or completion all the same. `isCertified`: the enrolment has a valid attestato, which
 * says that the course was completed, and which only 'uncomplete' contradicts.
 */
export function mayTakeRosterStep(
  step: RosterStep,
  state: EnrolmentState,
  { hasBegun, isYetToBegin }: { hasBegun: boolean; isYetToBegin: boolean },
  {
    isEarlyConfirmed = false,
    isCertified = false,
  }: { isEarlyConfirmed?: boolean; isCertified?: boolean } = {},
): EnrolmentOutcome {
  const allowed = mayStep(step, state)
  if (!allowed.ok) return allowed
  if (isCertified && step === 'uncomplete') return refuse('certified')
  if (step === 'unstart') return hasBegun ? refuse('begun') : OK
  return isYetToBegin && !isEarlyConfirmed && step !== 'uncomplete' ? refuse('early') : OK
}

/**
 * The steps that the office can choose for a participant, those that need a confirmation included. Whether the
 * enrolment has a valid attestato is not known here: the command then refuses.
 */
export function stepsFrom(state: EnrolmentState, hasBegun: boolean): RosterStep[] {
  return ROSTER_STEPS.filter((step) => mayTakeRosterStep(step, state, { hasBegun, isYetToBegin: false }).ok)
}

/** The Italian word for the state to which a step leads. */
export const stateLabelAfter = (step: RosterStep) => stateLabel(STEPS[step].to)

/** The words of the button that takes a step. */
export function stepButtonLabel(step: RosterStep): string {
  if (step === 'unstart') return 'Riporta ad approvato'
  return step === 'uncomplete' ? 'Riporta a in corso' : `Segna «${stateLabelAfter(step)}»`
}
