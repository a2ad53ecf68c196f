import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatHours, formatMoney } from '../ui/format'
import { Icon } from '../ui/icon'
import { Cover, coverOf } from './cover'
import { EnrolForm, NoObligation } from './enrol-form'
import type { CourseFacts } from './queries.server'
import { type CourseState, NO_PRICE, seatsLeft } from './rules'
import './price-card.css'

type Facts = { course: CourseFacts; state: CourseState }

const priceOf = ({ price }: CourseFacts) => (price === null ? NO_PRICE : formatMoney(price))

/** `standing`: the enrolment of the visitor, `brochure`: its link. */
export function PriceCard({
  course,
  state,
  standing,
  brochure,
}: Facts & { standing?: ReactNode; brochure?: ReactNode }) {
  const left = seatsLeft(course, course.seatsTaken)
  return (
    <aside className="price-card" aria-label="Prezzo e iscrizione">
      <Cover of={coverOf(course, state)} />
      <div className="price-card-body">
        <p className={course.price === null ? 'price-big price-unknown' : 'price-big num'}>
          {priceOf(course)}
        </p>
        <dl className="price-lines">
          <PriceLine label="Prezzo Early Bird" amount={course.priceEarlyBird} />
          <PriceLine label="Prezzo Modulo Singolo" amount={course.priceSingleModule} />
          {course.sessions.length > 0 && course.totalHours !== null && (
            <div>
              <dt>Durata totale</dt>
              <dd className="num">{formatHours(course.totalHours)}</dd>
            </div>
          )}
          {state === 'available' && left !== null && (
            <div>
              <dt>Posti rimasti</dt>
              <dd className="num">{left || 'Al completo'}</dd>
            </div>
          )}
        </dl>
        {course.paymentInstallments.length > 0 && (
          <p className="small-print">
            Pagamento rateizzabile in <span className="num">{course.paymentInstallments.length}</span>{' '}
            soluzioni: {course.paymentInstallments.map(formatMoney).join('\u00a0- ')}
          </p>
        )}
        {standing}
        {state === 'available' && (
          <>
            <EnrolForm course={course} className="button button-main button-wide" />
            <NoObligation />
          </>
        )}
        <div>
          {brochure}
          <a className="link" href="#contatti">
            <Icon name="mail" /> Contatta segreteria
          </a>
        </div>
      </div>
    </aside>
  )
}

function PriceLine({ label, amount }: { label: string; amount: number | null }) {
  if (!amount) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{formatMoney(amount)}</dd>
    </div>
  )
}

export function BuyBar({ course, standing }: { course: CourseFacts; standing?: ReactNode }) {
  return (
    <div className="buy-bar">
      <p>
        <b className="num">{priceOf(course)}</b>
        {standing ??
          (course.startDate && (
            <span className="small-print num">dal {formatDate(course.startDate, 'd MMM yyyy')}</span>
          ))}
      </p>
      {standing ? (
        <Link className="button" to="/dashboard">
          Vai alla Dashboard
        </Link>
      ) : (
        <EnrolForm course={course} className="button button-main" />
      )}
    </div>
  )
}
