import { href, Link } from 'react-router'
import { priceInWords } from '../../courses/price.rules'
import { NO_DATE, seatsSentence } from '../../courses/rules'
import type { otherCourses } from '../../editions/series.queries.server'
import { formatDate } from '../../italian/dates'

type Edition = Awaited<ReturnType<typeof otherCourses>>['editions'][number]
type RelatedCourse = Awaited<ReturnType<typeof otherCourses>>['related'][number]

/** What the link to an edition shows: `date` and, in words, place and seats as `facts`. */
export function editionFacts(course: Edition) {
  const { slug, startDate, location } = course
  const facts = [location?.split(',')[0], seatsSentence(course, course.seatsTaken)?.text]
  return { slug, date: formatDate(startDate, 'd MMM yyyy', NO_DATE), facts: facts.filter(Boolean).join(', ') }
}

/** What the link to a related course shows: title and, in words, date, place, seats and price as `facts`. */
export function relatedFacts(course: RelatedCourse) {
  const { slug, title, price } = course
  const { date, facts } = editionFacts(course)
  return { slug, title, facts: [date, facts, priceInWords(price)].filter(Boolean).join(', ') }
}

/** Links to related courses, without covers, so that the page fits the first packets of a connection. */
export function RelatedCourses({ courses }: { courses: ReturnType<typeof relatedFacts>[] }) {
  return (
    <ul className="list">
      {courses.map(({ slug, title, facts }) => (
        <li key={slug}>
          <Link to={href('/corsi/:slug', { slug })}>{title}</Link>
          <br />
          <span className="small-print">{facts}</span>
        </li>
      ))}
    </ul>
  )
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
