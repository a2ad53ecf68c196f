import { company } from '../content/company'
import { home } from '../content/home'
import type { Closure, Opening } from '../content/opening.server'
import { formatDate } from '../italian/dates'
import { telLink } from '../italian/phones'
import { OpeningHours } from './footer'
import { OpeningState } from './opening-state'

export function ContactDetails({ opening, closures = [] }: { opening: Opening; closures?: Closure[] }) {
  const { phone, email, hours, now, closed, reviews, toReviews } = home.contact
  return (
    <dl className="pairs">
      <div>
        <dt>{phone}</dt>
        <dd className="num">
          <a href={telLink(company.phone)}>{company.phone}</a>
        </dd>
      </div>
      <div>
        <dt>{email}</dt>
        <dd>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </dd>
      </div>
      <div>
        <dt>{hours}</dt>
        <dd>
          <OpeningHours />
          <br />
          {company.hours.closed}
        </dd>
      </div>
      <div>
        <dt>{now}</dt>
        <dd>
          <OpeningState opening={opening} />
        </dd>
      </div>
      {closures.length > 0 && (
        <div>
          <dt>{closed}</dt>
          <dd>
            <ul>
              {closures.map(({ day, holiday }) => (
                <li key={day}>
                  <span className="num">{formatDate(day, 'EEEE d MMMM')}</span>, {holiday}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      <div>
        <dt>{reviews}</dt>
        <dd>
          <a href={company.reviewsUrl} target="_blank" rel="noopener">
            {toReviews}
          </a>
        </dd>
      </div>
    </dl>
  )
}
