import { type Ending, endedLabel, stateLabel } from '../rules'

/** A dot and a word, never colour alone. */
export function StateLabel({ state }: { state: string }) {
  return <span className={`state state-${state}`}>{stateLabel(state)}</span>
}

/** The state of an enrolment for the office. */
export function StandingLabel({ status, ending }: { status: string; ending: Ending | null }) {
  return ending ? (
    <span className="state state-ended">{endedLabel(ending)}</span>
  ) : (
    <StateLabel state={status} />
  )
}
