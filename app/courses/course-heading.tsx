import { Link } from 'react-router'
import { formatDate } from '../ui/format'
import { Icon } from '../ui/icon'
import type { CourseFacts } from './queries.server'
import { type CourseState, NO_DATE } from './rules'

const PAGE_DATE = 'd MMM yyyy'

export function BackToCourses() {
  return (
    <Link className="link" to="/corsi">
      <Icon name="left" /> Torna ai corsi
    </Link>
  )
}

export function CourseHeading({ course, state }: { course: CourseFacts; state: CourseState }) {
  return (
    <div className="course-title">
      <BackToCourses />
      <div className="tags">
        {state === 'coming' && <span className="tag tag-coming">In Arrivo</span>}
        {state === 'concluded' && <span className="tag">Corso concluso</span>}
        {course.modalita && <span className="tag">{course.modalita}</span>}
        {course.tipoSessione && <span className="tag">{course.tipoSessione}</span>}
      </div>
      <h1>{course.title}</h1>
      {course.shortDescription && <p className="lead">{course.shortDescription}</p>}
      <dl className="key-facts">
        <div>
          <dt>Date</dt>
          <dd className="num">{dateRange(course)}</dd>
        </div>
        {course.location && (
          <div>
            <dt>Luogo</dt>
            <dd>{course.location}</dd>
          </div>
        )}
        {course.level && (
          <div>
            <dt>Livello</dt>
            <dd>{course.level}</dd>
          </div>
        )}
        {course.maxPartecipanti ? (
          <div>
            <dt>Posti</dt>
            <dd>
              Max <span className="num">{course.maxPartecipanti} partecipanti</span>
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}

function dateRange({ startDate, endDate }: CourseFacts): string {
  const first = formatDate(startDate, PAGE_DATE, NO_DATE)
  return endDate && endDate !== startDate ? `${first} – ${formatDate(endDate, PAGE_DATE, NO_DATE)}` : first
}
