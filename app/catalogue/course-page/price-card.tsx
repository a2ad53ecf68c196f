import type { ReactNode } from 'react'
import { company } from '../../content/company'
import { Cover } from '../../courses/covers/cover'
import { coverOf } from '../../courses/covers/cover.rules'
import { addUpTo, priceInWords } from '../../courses/price.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { type CourseState, earlyBird, seatsSentence } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { telLink } from '../../italian/phones'
import { formatPrice } from '../../italian/prices'
import { Icon } from '../../ui/icon'
import './price-card.css'

/** `ownPrice`: what the reader pays, who has asked for the course. `day`: today. */
type Facts = { course: CourseFacts; state: CourseState; day: string; ownPrice?: number | null }

/** The price that holds for the reader, and why it does, if it is not simply the price of the course. */
function priceNow({ course, state, day, ownPrice = null }: Facts) {
  const early = state === 'concluded' ? null : earlyBird(course, day)
  if (ownPrice !== null) return { early, price: ownPrice, why: 'il tuo prezzo' }
  return { early, price: early?.price ?? course.price, why: early && 'oggi' }
}

/**
 * `offered`: the reader may still ask for it; `standing`: what can be done, and the enrolment of the reader; `brochure`: its
 * link.
 */
export function PriceCard({
  offered = true,
  standing,
  brochure,
  ...facts
}: Facts & { offered?: boolean; standing?: ReactNode; brochure?: ReactNode }) {
  const { course, state } = facts
  const { early, price, why } = priceNow(facts)
  const { paymentInstallments: parts } = course
  return (
    <aside className="price-card" aria-label="Prezzo e iscrizione">
      <div className="price-cover">
        <Cover facts={coverOf(course, state)} />
      </div>
      <div className="price-card-body">
        <p className={price === null ? 'price-big price-unknown' : 'price-big num'}>
          {priceInWords(price)}
          {why && <small> {why}</small>}
        </p>
        <dl className="price-lines">
          {early && (
            <div>
              <dt>Prezzo Early Bird</dt>
              <dd className="num">
                {formatPrice(early.price)}
                {early.until && <small> {withArticle('fino al', formatDate(early.until, 'd MMMM'))}</small>}
              </dd>
            </div>
          )}
          {course.price !== null && course.price !== price && (
            <div>
              <dt>Prezzo</dt>
              <dd className="num">{formatPrice(course.price)}</dd>
            </div>
          )}
          {course.priceSingleModule ? (
            <div>
              <dt>Prezzo Modulo Singolo</dt>
              <dd className="num">{formatPrice(course.priceSingleModule)}</dd>
            </div>
          ) : null}
          {course.sessions.length > 0 && course.totalHours !== null && (
            <div>
              <dt>Durata totale</dt>
              <dd className="num">{formatHours(course.totalHours)}</dd>
            </div>
          )}
        </dl>
        {parts.length > 0 && (
          <p className="small-print">
            Pagamento rateizzabile in <span className="num">{parts.length}</span> soluzioni:{' '}
            <span className="instalments">
              {parts.map(formatPrice).join('\u00a0- ')}
              {price !== null && price !== course.price && !addUpTo(price, parts) && ', sul prezzo pieno'}
            </span>
          </p>
        )}
        {offered && state === 'available' && <Seats course={course} />}
        {standing}
        <div className="price-ways">
          {brochure}
          <a className="link" href="#contatti">
            <Icon name="mail" /> Contatta segreteria
          </a>
          <a className="link num" href={telLink(company.phone)}>
            <Icon name="phone" /> {company.phone}
          </a>
        </div>
      </div>
    </aside>
  )
}

const MOST_DRAWN = 40

function Seats({ course }: { course: CourseFacts }) {
  const { maxPartecipanti: most, seatsTaken } = course
  const seats = seatsSentence(course, seatsTaken)
  if (!seats || !most) return null
  const taken = Math.min(seatsTaken, most)
  return (
    <div className={`meter meter-${seats.kind}`}>
      <p>
        <b>{seats.text}</b> <span className="num">su {most}</span>
      </p>
      {most <= MOST_DRAWN && (
        <svg viewBox={`0 0 ${most * 10} 10`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`M0 5H${most * 10}`} />
          <path className="taken" d={`M0 5H${taken * 10}`} />
        </svg>
      )}
    </div>
  )
}

/** The first line of the price card and its action, on phones. */
export function BuyBar({
  lines,
  action,
  ...facts
}: Facts & {
  /** In place of the price and the start. */
  lines: [string, string] | undefined
  action: ReactNode
}) {
  const { course } = facts
  const { early, price } = priceNow(facts)
  const begins = course.startDate ? withArticle('dal', formatDate(course.startDate, 'd MMM yyyy')) : ''
  const later = early?.until && course.price !== null ? `oggi, poi ${formatPrice(course.price)}` : begins
  const [first, second] = lines ?? [priceInWords(price), later]
  return (
    <div className="buy-bar">
      <p>
        <b className="num">{first}</b>
        <span className="small-print num">{second}</span>
      </p>
      {action}
    </div>
  )
}
