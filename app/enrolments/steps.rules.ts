import { OK, refuse } from '../runtime/outcome.rules'
import { type EnrolmentOutcome, type EnrolmentState, mayStep, STEPS, stateLabel } from './rules'

export const ROSTER_STEPS = ['complete', 'start', 'uncomplete', 'unstart'] as const
export type RosterStep = (typeof ROSTER_STEPS)[number]

export function isRosterStep(word: unknown): word is RosterStep {
  return ROSTER_STEPS.some((step) => step === word)
}

/** Steps for all participants. */
export const COURSE_STEPS = ['start', 'complete'] as const
export type CourseStep = (typeof COURSE_STEPS)[number]

export function isCourseStep(word: unknown): word is CourseStep {
  return COURSE_STEPS.some((step) => step === word)
}

/**
 * `early` confirms a step before the first session. Later none goes back to approved. `isCertified`: there is a valid
 * attestato, which says that the course was completed.
 */
export function mayMark(
  step: RosterStep,
  state: EnrolmentState,
  begun: boolean,
  { early = false, isCertified = false }: { early?: boolean; isCertified?: boolean } = {},
): EnrolmentOutcome {
  const decision = mayStep(step, state)
  if (!decision.ok) return decision
  if (isCertified) return refuse('certified')
  if (step === 'unstart') return begun ? refuse('begun') : OK
  return begun || early || step === 'uncomplete' ? OK : refuse('early')
}

export function stepsFrom(state: EnrolmentState, begun: boolean): RosterStep[] {
  return ROSTER_STEPS.filter((step) => mayMark(step, state, begun, { early: true }).ok)
}

export const stepLabel = (step: RosterStep) => stateLabel(STEPS[step].to)

/** A step as the act of a button. */
export function stepAct(step: RosterStep): string {
  if (step === 'unstart') return 'Riporta ad approvato'
  return step === 'uncomplete' ? 'Riporta a in corso' : `Segna «${stepLabel(step)}»`
}
