import type { EnrolmentState } from '../enrolments/rules'
import { formatCount } from '../italian/numbers'

/** Says how many people a decision about the edition concerns, by state. */
export function EditionPeople({ people }: { people: Record<EnrolmentState, number> }) {
  const seated = people.approved + people.in_progress + people.completed
  return (
    <p className="quiet">
      {formatCount(seated, 'iscritto', 'iscritti')}, {formatCount(people.pending, 'richiesta', 'richieste')}{' '}
      in attesa
    </p>
  )
}
