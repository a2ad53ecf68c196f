import { Link } from 'react-router'
import { labelOf } from '../enrolments/rules'
import '../ui/state.css'

/** On the card of a course that the member has asked for. */
export function OwnState({ state }: { state: string }) {
  return (
    <Link className={`link state state-${state}`} to="/dashboard">
      {labelOf(state)}
    </Link>
  )
}
