import { type Ending, labelOf } from './rules'
import '../ui/state.css'

/** A dot and a word, never colour alone. */
export function StateLabel({ state }: { state: string }) {
  return <span className={`state state-${state}`}>{labelOf(state)}</span>
}

const ENDED: Record<Ending, string> = {
  cancelled_by_person: 'Disdetta',
  cancelled_by_office: 'Disdetta',
  transferred: 'Spostata',
  edition_cancelled: 'Edizione annullata',
}

export function StandingLabel({ status, ending }: { status: string; ending: Ending | null }) {
  return ending ? <span className="state state-ended">{ENDED[ending]}</span> : <StateLabel state={status} />
}
