import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { Cover } from '../../courses/covers/cover'
import { coverOf } from '../../courses/covers/cover.rules'
import { CoursePhoto } from '../../courses/covers/photo'
import { priceInWords } from '../../courses/price.rules'
import type { CourseCardFacts } from '../../courses/queries.server'
import { NO_DATE, seatsLeft, seatsLimitInWords, seatsSentence, whereAndHow } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatPrice } from '../../italian/prices'
import { Icon } from '../../ui/icon'
import { EnrolForm } from '../course-page/enrol-form'
import { type OwnStatus, OwnStatusLink } from '../own-status'
import './card.css'

const CARD_DATE_FORMAT = 'dd/MM/yyyy'

/**
 * An available course in a list. `ownStatus`: the reader's status, which replaces 'Iscriviti ora'; `compareTick`: the
 * control that chooses the course for comparison.
 */
export function CourseCard({
  course,
  ownStatus,
  compareTick,
}: {
  course: CourseCardFacts
  ownStatus?: OwnStatus | undefined
  compareTick?: ReactNode
}) {
  const page = href('/corsi/:slug', { slug: course.slug })
  const where = whereAndHow(course)
  const sessionsInWords = course.rhythm ?? course.tipoSessione
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  const linkToPage = { to: page, viewTransition: true, 'aria-label': `Scopri di più: ${course.title}` }
  return (
    <li className={isFull ? 'card card-full unlabelled' : 'card unlabelled'}>
      <div className="card-cover">
        <CoursePhoto course={course} sizes="15rem" />
        <Cover facts={coverOf(course, 'available')} />
      </div>
      <div className="card-text">
        <Title course={course} />
      </div>
      <dl className="card-facts">
        <div>
          <dt>Inizio</dt>
          <dd>
            <b className="num">{formatDate(course.startDate, CARD_DATE_FORMAT, NO_DATE)}</b>
            {sessionsInWords && ` · ${sessionsInWords}`}
          </dd>
        </div>
        {where && (
          <div>
            <dt>Dove</dt>
            <dd>{where}</dd>
          </div>
        )}
      </dl>
      <div className="card-buy">
        <dl>
          <div>
            <dt>Prezzo</dt>
            <dd className="card-price">
              <b>{priceInWords(course.price)}</b>
              {course.early && (
                <small>
                  {formatPrice(course.early.price)}
                  {course.early.until
                    ? ` ${withArticle('entro il', formatDate(course.early.until, 'd MMMM'))}`
                    : ' Early Bird'}
                </small>
              )}
            </dd>
          </div>
          <Seats course={course} />
        </dl>
        <div className="actions">
          {ownStatus ? (
            <OwnStatusLink status={ownStatus} />
          ) : (
            !isFull && <EnrolForm course={course} className="button button-enrol" />
          )}
          <Link className={ownStatus || !isFull ? 'link' : 'button'} {...linkToPage}>
            Scopri di più
          </Link>
          {compareTick}
        </div>
      </div>
    </li>
  )
}

function Title({ course: { slug, title, shortDescription } }: { course: CourseCardFacts }) {
  return (
    <>
      <h3>
        <Link to={href('/corsi/:slug', { slug })} viewTransition>
          {title}
        </Link>
      </h3>
      {shortDescription && <p>{shortDescription}</p>}
    </>
  )
}

function Seats({ course }: { course: CourseCardFacts }) {
  const seats = seatsSentence(course, course.seatsTaken)
  return (
    seats && (
      <div>
        <dt>Posti</dt>
        <dd className={`seats-${seats.kind}`}>
          {seats.kind === 'full' && <Icon name="door" />}
          {seats.text}
        </dd>
      </div>
    )
  )
}

export function ComingCourseCard({ course }: { course: CourseCardFacts }) {
  const page = href('/corsi/:slug', { slug: course.slug })
  const { startDate, price, tipoSessione, maxPartecipanti } = course
  const facts: [string, ReactNode][] = [
    ['Inizio', startDate && formatDate(startDate, CARD_DATE_FORMAT)],
    ['Dove', whereAndHow(course)],
    ['Sessione', tipoSessione],
    ['Posti', maxPartecipanti ? seatsLimitInWords(maxPartecipanti) : null],
    ['Prezzo', price !== null && formatPrice(price)],
  ]
  const knownFacts = facts.filter(([, value]) => value)
  return (
    <li className="coming-card unlabelled">
      <div className="coming-cover">
        <Cover facts={coverOf(course, 'coming')} />
      </div>
      <div>
        <span className="tag tag-coming">In Arrivo</span>
        <Title course={course} />
        {knownFacts.length > 0 ? (
          <dl>
            {knownFacts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="coming-unknown">Maggiori informazioni a breve</p>
        )}
        <Link className="link" to={page} viewTransition aria-label={`Scopri anteprima: ${course.title}`}>
          Scopri anteprima <Icon name="right" />
        </Link>
      </div>
    </li>
  )
}

/** What a list without courses shows. `hasFailed`: the courses could not be read. */
export function NoCourses({ hasFailed }: { hasFailed: boolean }) {
  return (
    <p className="lead">
      {hasFailed
        ? 'I corsi non si possono mostrare adesso: riprova tra poco.'
        : 'Nessun corso disponibile al momento. Controlla più tardi.'}
    </p>
  )
}
