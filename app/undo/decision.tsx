import { formatDate } from '../italian/dates'
import type { ListedDecision } from './queries.server'
import { decisionLabel } from './rules'

/** A decision in words, with people and course: 'Approvata: Martina Pace, Marketing Strategico, 12 mar 2027'. */
export function DecisionTitle({
  decision: { kind, isRefund, people, peopleCount, courseCount, edition, addressee },
}: {
  decision: ListedDecision
}) {
  const [first] = people
  const namedCourse = edition?.title
    ? edition
    : courseCount === 1 && first && { title: first.courseTitle, startDate: first.startDate }
  // A transfer always has several courses: their number says nothing.
  const courseLabel = namedCourse
    ? [namedCourse.title, formatDate(namedCourse.startDate, 'd MMM yyyy')].filter(Boolean).join(', ')
    : courseCount > 1 && kind !== 'transfer' && `${courseCount} corsi`
  const names = people.map(({ name }) => name).join(', ') || addressee
  const otherPeople = peopleCount - people.length
  return (
    <>
      <b>
        {decisionLabel({ kind, isRefund })}
        {names && `: ${names}`}
        {otherPeople > 0 && ` e ${otherPeople === 1 ? 'un’altra persona' : `altre ${otherPeople} persone`}`}
      </b>
      {courseLabel && `, ${courseLabel}`}
    </>
  )
}
