import type { EnrolmentState } from '../enrolments/rules'
import { formatCount } from '../italian/numbers'

/** Says how many people have a seat in an edition, and how many requests are pending. */
export function EditionPeople({ people }: { people: Record<EnrolmentState, number> }) {
  const seated = people.approved + people.in_progress + people.completed
  return (
    <p className="quiet">
      {formatCount(seated, 'iscritto', 'iscritti')}, {formatCount(people.pending, 'richiesta', 'richieste')}{' '}
      in attesa
    </p>
  )
}
