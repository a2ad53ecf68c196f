import { formatCount } from '../italian/numbers'

/** Says how many people have a seat in an edition, and how many requests are pending. */
export function EditionPeople({
  edition: { course, participants, involved },
}: {
  edition: { course: { peopleEnrolled: number }; participants: number; involved: number }
}) {
  return (
    <p className="quiet">
      {formatCount(course.peopleEnrolled, 'iscritto', 'iscritti')},{' '}
      {formatCount(involved - participants, 'richiesta', 'richieste')} in attesa
    </p>
  )
}
