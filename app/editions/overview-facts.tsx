import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { nextLesson } from '../courses/phase.rules'
import { priceInWords } from '../courses/price.rules'
import type { StoredCourse } from '../courses/queries.server'
import { earlyBirdPrice } from '../courses/rules'
import { underWayInWords } from '../enrolments/mine/enrolment-status'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount, formatHours } from '../italian/numbers'
import { formatPrice, formatPricePlain } from '../italian/prices'
import { formatTimes } from '../italian/times'
import { capitalize } from '../italian/words'
import { Icon } from '../ui/icon'

/** Price, instalments and minimum of an edition. `today`: YYYY-MM-DD; `children`: the form that changes the minimum. */
export function Conditions({
  edition,
  today,
  children,
}: {
  edition: StoredCourse
  today: string
  children: ReactNode
}) {
  const { id: course, price, paymentInstallments: instalments, minParticipants, confirmBy } = edition
  const early = earlyBirdPrice(edition, today)
  return (
    <section aria-labelledby="condizioni">
      <div className="overview-head">
        <h3 id="condizioni">Condizioni</h3>
        <Link to={href('/admin/courses/:course', { course })}>Cambia nella scheda</Link>
      </div>
      <dl className="facts">
        <div>
          <dt>Prezzo</dt>
          <dd className="num">
            {priceInWords(price)}
            {early && (
              <small>
                Early Bird {formatPrice(early.price)}
                {early.until && ` ${withArticle('fino al', formatDate(early.until, 'd MMMM'))}`}
              </small>
            )}
          </dd>
        </div>
        {instalments.length > 0 && (
          <div>
            <dt>Rate</dt>
            <dd className="num">{`${instalments.map(formatPricePlain).join(' + ')}\u00a0€`}</dd>
          </div>
        )}
        <div>
          <dt>Minimo</dt>
          <dd>
            {minParticipants === null
              ? 'nessuno'
              : formatCount(minParticipants, 'partecipante', 'partecipanti')}
            {confirmBy && (
              <small>da confermare {withArticle('entro il', formatDate(confirmBy, 'd MMMM yyyy'))}</small>
            )}
          </dd>
        </div>
      </dl>
      {children}
    </section>
  )
}

/** The teachers whom the site shows for the edition. */
export function EditionTeachers({ teachers }: { teachers: { name: string; about: string }[] }) {
  if (teachers.length === 0) return null
  return (
    <section aria-labelledby="docenti">
      <h3 id="docenti">Docenti</h3>
      <dl className="facts edition-teachers">
        {teachers.map(({ name, about }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Date, topic, place and hours of the next lesson, or of one of several days that is under way; nothing if all are over.
 * `today`: YYYY-MM-DD.
 */
export function NextLesson({ edition, today }: { edition: StoredCourse; today: string }) {
  const lesson = nextLesson(edition.sessions, today)
  if (!lesson) return null
  const { startDate, endDate, startTime, endTime, hours, topic, place } = lesson
  const facts = [topic, place ?? edition.location, hours ? formatHours(hours) : '']
    .filter(Boolean)
    .join(' · ')
  return (
    <section className="edition-part" aria-labelledby="prossima-lezione">
      <h3 id="prossima-lezione">Prossima lezione</h3>
      <div className="next-lesson">
        <Icon name="editions" />
        <p>
          <b className="num">
            {startDate < today
              ? capitalize(underWayInWords({ until: endDate }))
              : [capitalize(formatDate(startDate, 'EEEE d MMMM')), formatTimes(startTime, endTime)]
                  .filter(Boolean)
                  .join(', ')}
          </b>
          {facts && <small>{facts}</small>}
        </p>
        <Link
          className="button button-small"
          to={href('/admin/courses/:course/iscritti/firme', { course: edition.id })}
        >
          Foglio firme
        </Link>
      </div>
    </section>
  )
}
