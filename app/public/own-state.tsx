import { Link } from 'react-router'
import { labelOf } from '../enrolments/rules'
import '../ui/state.css'

export function OwnState({ state }: { state: string }) {
  return (
    <Link className={`link state state-${state}`} to="/dashboard">
      {labelOf(state)}
    </Link>
  )
}
