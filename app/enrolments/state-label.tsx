import { labelOf } from './rules'
import '../ui/state.css'

/** A dot and a word, never colour alone. */
export function StateLabel({ state }: { state: string }) {
  return <span className={`state state-${state}`}>{labelOf(state)}</span>
}
