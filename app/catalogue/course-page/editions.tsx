import { href, Link } from 'react-router'
import { priceInWords } from '../../courses/price.rules'
import { NO_DATE, seatsSentence } from '../../courses/rules'
import type { otherCourses } from '../../editions/series.queries.server'
import { formatDate } from '../../italian/dates'

type Edition = Awaited<ReturnType<typeof otherCourses>>['editions'][number]
type Related = Awaited<ReturnType<typeof otherCourses>>['related'][number]

/** Address, date, place and seats in words. */
export function editionFacts(course: Edition) {
  const { slug, startDate, location } = course
  const facts = [location?.split(',')[0], seatsSentence(course, course.seatsTaken)?.text]
  return { slug, date: formatDate(startDate, 'd MMM yyyy', NO_DATE), facts: facts.filter(Boolean).join(', ') }
}

/** Address, title, and date, place, price and seats in words. */
export function relatedFacts(course: Related) {
  const { slug, title, price } = course
  const { date, facts } = editionFacts(course)
  return { slug, title, facts: [date, facts, priceInWords(price)].filter(Boolean).join(', ') }
}

/** Without their covers: a page arrives with the first packets. */
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
