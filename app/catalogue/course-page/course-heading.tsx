import { href, Link } from 'react-router'
import { company } from '../../content/company'
import type { CourseFacts } from '../../courses/queries.server'
import { type CourseState, DRAFT, NO_DATE, seatsLimit } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatTime } from '../../italian/times'
import { townOf } from '../../parsing/places.rules'
import { Icon } from '../../ui/icon'

const PAGE_DATE = 'd MMM yyyy'

/** A script returns to the list that the reader came from (`ui/hydrate-on-intent.ts`). */
export function BackToCourses() {
  return (
    <Link className="link back" to={href('/corsi')} data-back>
      <Icon name="left" /> Torna ai corsi
    </Link>
  )
}

/** `rhythm` and `theme`: in words. */
type Facts = { course: CourseFacts; state: CourseState; rhythm: string | null; theme: string | undefined }

export function CourseHeading({ course, state, rhythm, theme }: Facts) {
  // A street in the field is another than ours.
  const officeLocation = company.officeLocations.find(({ city }) => city === townOf(course.location ?? ''))
  return (
    <div className="course-title">
      <BackToCourses />
      <div className="tags">
        {course.draft && <span className="tag">{DRAFT}</span>}
        {state === 'coming' && <span className="tag tag-coming">In Arrivo</span>}
        {state === 'concluded' && <span className="tag">Corso concluso</span>}
        {state === 'cancelled' && <span className="tag">Edizione annullata</span>}
        {course.modalita && <span className="tag">{course.modalita}</span>}
        {course.tipoSessione && <span className="tag">{course.tipoSessione}</span>}
        {theme && (
          <Link className="tag" to={`${href('/corsi')}?tema=${course.theme}`}>
            {theme}
          </Link>
        )}
      </div>
      <h1>{course.title}</h1>
      {course.shortDescription && <p className="lead">{course.shortDescription}</p>}
      <dl className="key-facts">
        <div>
          <dt>Date</dt>
          <dd>
            <span className="num">{dateRange(course)}</span>
            {rhythm && <small>{rhythm}</small>}
            {course.sessions.length > 0 && (
              <a className="link" href="#metodologia">
                Tutte le date
              </a>
            )}
          </dd>
        </div>
        {course.sessions.length > 1 && (
          <div>
            <dt>Prima sessione</dt>
            <dd>{firstSession(course)}</dd>
          </div>
        )}
        {course.location && (
          <div>
            <dt>Luogo</dt>
            <dd>
              <span>{course.location}</span>
              {officeLocation && <small>{officeLocation.street}</small>}
            </dd>
          </div>
        )}
        {course.teachers.length > 0 && (
          <div>
            <dt>{course.teachers.length === 1 ? 'Docente' : 'Docenti'}</dt>
            <dd>
              <a href="#docenti">{course.teachers.map(({ name }) => name).join(', ')}</a>
            </dd>
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
            <dd className="num">{seatsLimit(course.maxPartecipanti)}</dd>
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

function firstSession({ sessions: [first] }: CourseFacts): string {
  const time = formatTime(first?.startTime)
  return [formatDate(first?.startDate, 'EEEE d MMMM', NO_DATE), time].filter(Boolean).join(', ')
}
