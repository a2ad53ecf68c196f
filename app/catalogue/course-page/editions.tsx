import { href, Link } from 'react-router'
import { NO_DATE, seatsSentence } from '../../courses/rules'
import type { otherCourses } from '../../editions/series.queries.server'
import { formatDate } from '../../italian/dates'

type Edition = Awaited<ReturnType<typeof otherCourses>>['editions'][number]

/** Address, date, place and seats in words. */
export function editionFacts(course: Edition) {
  const { slug, startDate, location } = course
  const facts = [location?.split(',')[0], seatsSentence(course, course.seatsTaken)?.text]
  return { slug, date: formatDate(startDate, 'd MMM yyyy', NO_DATE), facts: facts.filter(Boolean).join(', ') }
}

export function Editions({ editions }: { editions: ReturnType<typeof editionFacts>[] }) {
  return (
    <ul className="list">
      {editions.map(({ slug, date, facts }) => (
        <li key={slug}>
          <Link className="num" to={href('/corsi/:slug', { slug })}>
            {date}
          </Link>
          {facts && `, ${facts}`}
        </li>
      ))}
    </ul>
  )
}
