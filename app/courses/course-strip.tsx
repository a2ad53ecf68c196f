import { Link } from 'react-router'
import { formatDate, formatMoney } from '../ui/format'
import { Cover, type CoverFacts, coverOf } from './cover'
import type { CourseFacts } from './queries.server'
import { NO_DATE, NO_PRICE, seatsLeft } from './rules'
import './course-strip.css'

export type StripFacts = Pick<CourseFacts, 'slug' | 'title' | 'startDate' | 'place' | 'price'> & {
  cover: CoverFacts
  full: boolean
}

/** Of a course that accepts requests. */
export function stripOf(course: CourseFacts): StripFacts {
  const { slug, title, startDate, place, price } = course
  const full = seatsLeft(course, course.seatsTaken) === 0
  return { slug, title, startDate, place, price, cover: coverOf(course, 'available'), full }
}

/** The course that a visitor asks for, on one line. */
export function CourseStrip({ course }: { course: StripFacts }) {
  const { slug, title, startDate, place, price, cover, full } = course
  const when = startDate ? `Dal ${formatDate(startDate, 'd MMMM yyyy')}` : NO_DATE
  return (
    <aside className="strip" aria-label="Il corso scelto">
      <div className="strip-cover">
        <Cover of={cover} />
      </div>
      <div>
        <Link to={`/corsi/${slug}`}>{title}</Link>
        <p className="num">
          {[when, place, price === null ? NO_PRICE : formatMoney(price)].filter(Boolean).join('\u00a0· ')}
        </p>
        {full && <p>Al completo: sulla richiesta decide la segreteria.</p>}
      </div>
    </aside>
  )
}
