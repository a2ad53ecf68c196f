import { formatDate } from '../ui/format'
import type { ListedDecision } from './queries.server'
import { decisionLabel } from './rules'

/** 'Approvata: Martina Pace, Marketing Strategico, 12 mar 2027' */
export function DecisionTitle({ decision: { kind, people, of, edition } }: { decision: ListedDecision }) {
  const [first] = people
  const isOne = people.every(
    ({ course, startDate }) => course === first?.course && startDate === first?.startDate,
  )
  const course = edition?.title
    ? edition
    : isOne && first && { title: first.course, startDate: first.startDate }
  const names = people.map(({ name }) => name).join(', ')
  const others = of - people.length
  return (
    <>
      <b>
        {decisionLabel(kind)}
        {names && `: ${names}`}
        {others > 0 && ` e ${others === 1 ? 'un’altra persona' : `altre ${others} persone`}`}
      </b>
      {course && `, ${[course.title, formatDate(course.startDate, 'd MMM yyyy')].filter(Boolean).join(', ')}`}
    </>
  )
}
