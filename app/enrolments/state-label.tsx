import { labelOf } from './rules'
import '../ui/state.css'

/** The state of an enrolment: a dot and a word, never colour alone. */
export function StateLabel({ state }: { state: string }) {
  return <span className={`state state-${state}`}>{labelOf(state)}</span>
}
