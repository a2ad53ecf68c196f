import { type Ending, endedLabel, stateLabel } from './rules'

/** A state as a dot and a word, since colour alone does not tell it. */
export function StateLabel({ state }: { state: string }) {
  return <span className={`state state-${state}`}>{stateLabel(state)}</span>
}

/** The state of an enrolment for the office, or how it ended. */
export function StateOrEndingLabel({ status, ending }: { status: string; ending: Ending | null }) {
  return ending ? (
    <span className="state state-ended">{endedLabel(ending)}</span>
  ) : (
    <StateLabel state={status} />
  )
}
