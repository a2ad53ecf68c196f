import { Link } from 'react-router'
import { formatCount, formatDate, formatMoney } from '../ui/format'
import { Icon } from '../ui/icon'
import { Cover, coverOf } from './cover'
import { EnrolForm } from './enrol-form'
import type { AvailableCourse, CourseCardFacts } from './queries.server'
import { FEW_SEATS, NO_DATE, NO_PRICE, seatsLeft, whereAndHow } from './rules'
import './card.css'

const CARD_DATE = 'dd/MM/yyyy'

/** With `lead` the card has a large cover. */
export function CourseCard({ course, lead }: { course: AvailableCourse; lead?: string | null }) {
  const page = `/corsi/${course.slug}`
  return (
    <li className={lead ? 'card card-wide' : 'card'}>
      <div className="card-cover">
        <Cover of={coverOf(course, 'available')} />
      </div>
      <h3>
        <Link to={page}>{course.title}</Link>
      </h3>
      {lead && <p className="card-text">{lead}</p>}
      <dl className="facts">
        <div>
          <dt>Inizio</dt>
          <dd className="num">{formatDate(course.startDate, CARD_DATE, NO_DATE)}</dd>
        </div>
        <Where course={course} />
        <Seats course={course} />
        <div className="price">
          <dt>Prezzo</dt>
          <dd className="num">{course.price === null ? NO_PRICE : formatMoney(course.price)}</dd>
        </div>
      </dl>
      <div className="actions">
        <EnrolForm course={course} className="button button-enrol" />
        <Link className="link" to={page} aria-label={`Scopri di più: ${course.title}`}>
          Scopri di più <Icon name="right" />
        </Link>
      </div>
    </li>
  )
}

export function ComingCourseCard({ course }: { course: CourseCardFacts }) {
  const page = `/corsi/${course.slug}`
  const { startDate, price, tipoSessione, maxPartecipanti } = course
  const known = startDate || price !== null || tipoSessione || maxPartecipanti || whereAndHow(course)
  return (
    <li className="card card-coming">
      <div className="card-cover">
        <Cover of={coverOf(course, 'coming')} />
      </div>
      <div className="card-body">
        <span className="tag tag-coming">In Arrivo</span>
        <h3>
          <Link to={page}>{course.title}</Link>
        </h3>
        {course.shortDescription && <p className="quiet">{course.shortDescription}</p>}
        {known ? (
          <dl className="facts">
            {startDate && (
              <div>
                <dt>Inizio</dt>
                <dd className="num">{formatDate(startDate, CARD_DATE, NO_DATE)}</dd>
              </div>
            )}
            <Where course={course} />
            {tipoSessione && (
              <div>
                <dt>Sessione</dt>
                <dd>{tipoSessione}</dd>
              </div>
            )}
            {maxPartecipanti ? (
              <div>
                <dt>Posti</dt>
                <dd className="num">Max {maxPartecipanti} partecipanti</dd>
              </div>
            ) : null}
            {price !== null && (
              <div className="price">
                <dt>Prezzo</dt>
                <dd className="num">{formatMoney(price)}</dd>
              </div>
            )}
          </dl>
        ) : (
          <p>Maggiori informazioni a breve</p>
        )}
        <div className="actions">
          <Link className="button button-amber" to={page} aria-label={`Scopri anteprima: ${course.title}`}>
            Scopri anteprima
          </Link>
        </div>
      </div>
    </li>
  )
}

function Where({ course }: { course: AvailableCourse }) {
  const where = whereAndHow(course)
  return (
    where && (
      <div>
        <dt>Dove</dt>
        <dd>{where}</dd>
      </div>
    )
  )
}

function Seats({ course }: { course: AvailableCourse }) {
  const left = seatsLeft(course, course.seatsTaken)
  if (left === null) return null
  return (
    <div>
      <dt>Posti</dt>
      <dd className={left > 0 && left <= FEW_SEATS ? 'num few' : 'num'}>
        {left === 0 ? 'Al completo' : formatCount(left, 'posto rimasto', 'posti rimasti')}
      </dd>
    </div>
  )
}

/** For an empty list, or one that could not be read. */
export function NoCourses({ unread }: { unread: boolean }) {
  return (
    <p className="lead">
      {unread
        ? 'I corsi non si possono mostrare adesso: riprova tra poco.'
        : 'Nessun corso disponibile al momento. Controlla più tardi.'}
    </p>
  )
}
