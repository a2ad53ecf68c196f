import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import type { ListedDecision } from './queries.server'
import { decisionInWords } from './rules'

/** A decision in words, with people and course: 'Approvata: Martina Pace, Marketing Strategico, 12 mar 2027'. */
export function DecisionTitle({
  decision: { kind, isRefund, names, peopleCount, courseCount, course, addressee },
}: {
  decision: ListedDecision
}) {
  // A transfer always has several courses: their number says nothing.
  const courseLabel = course
    ? [course.title, formatDate(course.startDate, 'd MMM yyyy')].filter(Boolean).join(', ')
    : courseCount > 1 && kind !== 'transfer' && `${courseCount} corsi`
  const otherPeople = peopleCount - names.length
  return (
    <>
      <b>
        {decisionInWords({ kind, isRefund, names, addressee })}
        {otherPeople > 0 && ` e ${formatCount(otherPeople, 'altra persona', 'altre persone')}`}
      </b>
      {courseLabel && `, ${courseLabel}`}
    </>
  )
}
