import { href, Link } from 'react-router'
import { editionLine } from '../../ui/edition'
import { Gauge } from '../../ui/gauges'
import type { coursesForSeatsChart } from './queries.server'

/** Lists the next courses that have a limit of seats, each with a bar of its taken seats. */
export function SeatsChart({ courses }: { courses: Awaited<ReturnType<typeof coursesForSeatsChart>> }) {
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="posti-occupati">
      <h2 id="posti-occupati">Posti occupati</h2>
      <ul className="seats-chart">
        {courses.map(({ seatsTaken, maxPartecipanti: most, ...course }) => (
          <li key={course.id}>
            <Link to={href('/admin/courses/:course/iscritti', { course: course.id })}>{course.title}</Link>
            <span className="quiet">{editionLine(course)}</span>
            <div className="num">
              {seatsTaken} di {most}
              <Gauge part={most ? Math.min(1, seatsTaken / most) : 0} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
