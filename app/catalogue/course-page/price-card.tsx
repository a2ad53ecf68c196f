import type { ReactNode } from 'react'
import { Cover } from '../../courses/covers/cover'
import { coverOf } from '../../courses/covers/cover.rules'
import { CoursePhoto } from '../../courses/covers/photo'
import { amountsInWords, priceInWords, splitOnlyFullPrice } from '../../courses/price.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { type CourseState, earlyBirdPrice } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { Icon } from '../../ui/icon'
import { Assurances } from './assurances'
import './price-card.css'

/**
 * `day`: today, YYYY-MM-DD; `ownPrice`: what a reader who has asked for the course pays, in euros; null for others, and
 * after a rejection.
 */
type Facts = { course: CourseFacts; state: CourseState; day: string; ownPrice?: number | null }

const untilInWords = (until: string | null) => until && withArticle('fino al', formatDate(until, 'd MMMM'))

/**
 * The price for the reader in euros (null: not decided yet), its name, until when it holds, in words or null, and
 * whether it is the early bird price.
 */
function priceNow({ course, state, day, ownPrice = null }: Facts) {
  if (ownPrice !== null) return { price: ownPrice, name: 'Quanto pago: il tuo prezzo', until: null }
  if (state !== 'available') return { price: course.price, name: 'Prezzo', until: null }
  const early = earlyBirdPrice(course, day)
  if (!early) return { price: course.price, name: 'Quanto pago: Prezzo', until: null }
  const until = untilInWords(early.until)
  return { price: early.price, name: 'Quanto pago oggi: Prezzo Early Bird', until, isEarly: true }
}

/**
 * The price of a course and what the reader can do. `cancellationCost`: as in `Assurances`; `standing`: what the page
 * says of the course and its reader, with the main action; `links`: the `CourseLinks`.
 */
export function PriceCard({
  cancellationCost = null,
  standing,
  links,
  ...facts
}: Facts & { cancellationCost?: string | null; standing?: ReactNode; links?: ReactNode }) {
  const { course, state, day } = facts
  const { price, name, until, isEarly } = priceNow(facts)
  const announcedEarly = state === 'coming' ? earlyBirdPrice(course, day) : null
  const { paymentInstallments: instalments } = course
  return (
    <aside className="price-card" aria-label="Prezzo e iscrizione">
      <div className="price-cover">
        {course.photoPath ? (
          <CoursePhoto course={course} sizes="23rem" />
        ) : (
          <Cover facts={coverOf(course, state)} />
        )}
      </div>
      <div className="price-card-body">
        <div className="pay">
          <h2>{name}</h2>
          <p className={price === null ? 'price-big price-unknown' : 'price-big num'}>
            {priceInWords(price)}
            {until && <small> {until}</small>}
          </p>
          {(isEarly || instalments.length > 0) && (
            <p className="small-print">
              {isEarly &&
                (course.price === null ? 'Prezzo pieno da definire. ' : `Poi ${formatPrice(course.price)}. `)}
              {instalments.length > 0 && (
                <>
                  Pagamento rateizzabile in <span className="num">{instalments.length}</span> soluzioni:{' '}
                  <b>{amountsInWords(instalments)}</b>
                  {splitOnlyFullPrice(course, price) && ', sul prezzo pieno'}
                </>
              )}
            </p>
          )}
          <dl className="price-lines">
            {announcedEarly && (
              <div>
                <dt>Prezzo Early Bird</dt>
                <dd className="num">
                  {formatPrice(announcedEarly.price)} {untilInWords(announcedEarly.until)}
                </dd>
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
        </div>
        <Assurances cancellationCost={cancellationCost} certificates={course.certificazione} />
        {standing}
        {links}
      </div>
    </aside>
  )
}

/**
 * Links to the brochure and to the contacts. A page has them twice: wide screens show them in the price card, others
 * below the tabs.
 */
export function CourseLinks({ brochureLink }: { brochureLink: ReactNode }) {
  return (
    <div className="course-links">
      {brochureLink}
      <a className="link" href="#contatti">
        <Icon name="mail" /> Contatta segreteria
      </a>
    </div>
  )
}

/** The bar at the foot of a phone's screen: price and action. */
export function BuyBar({
  lines,
  action,
  note,
  ...facts
}: Facts & {
  /** Two lines instead of the price and, below it, its last day or the first day of the course. */
  lines: [string, string] | undefined
  action: ReactNode
  /** Small print below the action; false for none. */
  note: ReactNode
}) {
  const { course } = facts
  const { price, until } = priceNow(facts)
  const startInWords = course.startDate ? withArticle('dal', formatDate(course.startDate, 'd MMM yyyy')) : ''
  const [firstLine, secondLine] = lines ?? [priceInWords(price), until ?? startInWords]
  return (
    <div className="buy-bar">
      <p>
        <b className="num">{firstLine}</b>
        <span className="small-print num">{secondLine}</span>
      </p>
      {action}
      {note}
    </div>
  )
}
