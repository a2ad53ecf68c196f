import { href, Link } from 'react-router'
import { NO_DATE } from '../courses/rules'
import { formatDate } from '../italian/dates'
import type { interestsByCourse } from './queries.server'
import { waitersInWords } from './rules'

/** The courses for which people wait, each with how many. */
export function InterestList({ courses }: { courses: Awaited<ReturnType<typeof interestsByCourse>> }) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="avvisi">
      <h2 id="avvisi">Chi aspetta che cosa</h2>
      <ul className="interests">
        {courses.map((course) => (
          <li key={course.id}>
            <Link to={href('/admin/courses/:course', { course: course.id })}>{waitersInWords(course)}</Link>
            <span className="quiet num">{formatDate(course.startDate, 'd MMM yyyy', NO_DATE)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
