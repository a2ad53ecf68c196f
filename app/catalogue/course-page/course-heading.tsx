import { href, Link } from 'react-router'
import type { CourseFacts } from '../../courses/queries.server'
import {
  type CourseState,
  DRAFT_NOTICE,
  NO_DATE,
  seatsLeft,
  seatsLimitInWords,
  seatsSentence,
} from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { Icon } from '../../ui/icon'
import { ShareLink } from './share'

const PAGE_DATE_FORMAT = 'd MMM yyyy'

/**
 * A link to the catalogue. A script makes it return to the list from which the reader came
 * (`ui/hydrate-on-intent.ts`).
 */
export function BackToCourses() {
  return (
    <Link className="link back" to={href('/corsi')} data-back>
      <Icon name="left" /> Torna ai corsi
    </Link>
  )
}

/**
 * `rhythm`, `theme`: in words, null or undefined if unknown. `showsFreeSeats`: the reader can ask for the course, or
 * could once a draft is published.
 */
type Facts = {
  course: CourseFacts
  state: CourseState
  rhythm: string | null
  theme: string | undefined
  showsFreeSeats?: boolean
}

export function CourseHeading({ course, state, rhythm, theme, showsFreeSeats = true }: Facts) {
  const { location, maxPartecipanti: most, shortDescription } = course
  const seats = showsFreeSeats && state === 'available' && seatsSentence(course, course.seatsTaken)
  return (
    <div className="course-title">
      <div className="course-top">
        <BackToCourses />
        {!course.draft && <ShareLink course={course} />}
      </div>
      <h1>{course.title}</h1>
      {shortDescription && <p className="promise">{shortDescription}</p>}
      <p className="course-line">
        <b className="num">{dateRange(course)}</b>
        {rhythm && `, ${rhythm}`}
        <br />
        {location && <span>{location}</span>}
        {location && most ? ' · ' : ''}
        {most ? <span className="num">{seatsLimitInWords(most)}</span> : ''}
        {seats && (
          <>
            {' · '}
            <b className={seats.kind === 'few' ? 'last-seats' : undefined}>
              {seats.kind === 'free' ? `${seatsLeft(course, course.seatsTaken)} liberi` : seats.text}
            </b>
          </>
        )}
      </p>
      <div className="tags">
        {course.draft && <span className="tag">{DRAFT_NOTICE}</span>}
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
    </div>
  )
}

function dateRange({ startDate, endDate }: CourseFacts): string {
  const first = formatDate(startDate, PAGE_DATE_FORMAT, NO_DATE)
  return endDate && endDate !== startDate ? `${first} – ${formatDate(endDate, PAGE_DATE_FORMAT)}` : first
}
