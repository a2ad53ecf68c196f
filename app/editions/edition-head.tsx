import type { EnrolmentState } from '../enrolments/rules'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { NO_DATES } from '../ui/edition'

export function EditionHead({
  course: { title, startDate, place },
  people,
}: {
  course: { title: string; startDate: string | null; place: string | null }
  people: Record<EnrolmentState, number>
}) {
  const seated = people.approved + people.in_progress + people.completed
  return (
    <p>
      <b>{title}</b>
      <br />
      {[formatDate(startDate, 'd MMMM yyyy', NO_DATES), place].filter(Boolean).join(', ')} ·{' '}
      {formatCount(seated, 'iscritto', 'iscritti')}, {formatCount(people.pending, 'richiesta', 'richieste')}{' '}
      in attesa
    </p>
  )
}
