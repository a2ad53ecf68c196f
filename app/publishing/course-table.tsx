import { Link } from 'react-router'
import { NO_PRICE } from '../courses/rules'
import { formatCount, formatDate, formatMoneyPlain } from '../ui/format'
import type { managedCourses } from './queries.server'

type Course = Awaited<ReturnType<typeof managedCourses>>[number]

/** 'Gestione Corsi': what is published and what is to come. */
export function CourseTable({ courses }: { courses: Course[] }) {
  if (courses.length === 0) return <p className="quiet">Nessun corso trovato</p>
  return (
    <table className="table dense stack">
      <thead>
        <tr>
          <th scope="col">Titolo</th>
          <th scope="col">Posti</th>
          <th scope="col" className="figure">
            Prezzo (€)
          </th>
          <th scope="col">Data Inizio</th>
          <th scope="col">Stato</th>
        </tr>
      </thead>
      <tbody>
        {courses.map((course) => (
          <tr key={course.id} className={course.comingSoon ? 'coming' : undefined}>
            <td>
              <Link className="course-name" to={`/corsi/${course.slug}`}>
                {course.title}
              </Link>
            </td>
            <td data-label="Posti" className="num">
              <Seats course={course} />
            </td>
            <td data-label="Prezzo (€)" className="figure num">
              {course.price === null ? NO_PRICE : formatMoneyPlain(course.price)}
            </td>
            <td data-label="Data Inizio" className="num">
              {formatDate(course.startDate, 'dd/MM/yyyy', 'Non definita')}
            </td>
            <td data-label="Stato">
              {course.comingSoon ? (
                <span className="state state-coming">In Arrivo</span>
              ) : (
                <span className="state state-published">Pubblicato</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Seats({ course: { comingSoon, seatsTaken, maxPartecipanti } }: { course: Course }) {
  if (comingSoon) return <div>–</div>
  if (!maxPartecipanti) return <div>{formatCount(seatsTaken, 'iscritto', 'iscritti')}</div>
  const filled = Math.min(120, Math.round((120 * seatsTaken) / maxPartecipanti))
  return (
    <div>
      {seatsTaken} di {maxPartecipanti}
      <svg className="seats" viewBox="0 0 120 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="120" height="6" />
        <rect width={filled} height="6" />
      </svg>
    </div>
  )
}
