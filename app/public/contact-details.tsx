import { formatDate } from '../italian/dates'
import { telLink } from '../italian/phones'
import type { AnnouncedClosure, Opening } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { closedDaysInWords } from '../site/week.rules'
import { homeTexts } from './home-words'
import { OpeningHours } from './opening-hours'
import { OpeningState } from './opening-state'

/** How to reach the office, and when. `closures`: the announced closures, left out on the home page. */
export function ContactDetails({
  opening,
  closures = [],
}: {
  opening: Opening
  closures?: AnnouncedClosure[]
}) {
  const { phone, email, hours, now, closed, reviews, toReviews } = homeTexts.contact
  return (
    <dl className="pairs">
      <div>
        <dt>{phone}</dt>
        <dd className="num">
          <a href={telLink(siteSettings().company.phone)}>{siteSettings().company.phone}</a>
        </dd>
      </div>
      <div>
        <dt>{email}</dt>
        <dd>
          <a href={`mailto:${siteSettings().company.email}`}>{siteSettings().company.email}</a>
        </dd>
      </div>
      <div>
        <dt>{hours}</dt>
        <dd>
          <OpeningHours />
          <br />
          {closedDaysInWords(siteSettings().hours.week)}
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
            <ul className="closures">
              {closures.map(({ day, until, reason, city }) => (
                <li key={`${day} ${reason} ${city}`}>
                  {until > day ? (
                    <>
                      da <span className="num">{formatDate(day, 'EEEE d MMMM')}</span> a{' '}
                      <span className="num">{formatDate(until, 'EEEE d MMMM')}</span>
                    </>
                  ) : (
                    <span className="num">{formatDate(day, 'EEEE d MMMM')}</span>
                  )}
                  , {reason}
                  {city && ` (solo ${city})`}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      <div>
        <dt>{reviews}</dt>
        <dd>
          <a href={siteSettings().company.reviewsUrl} target="_blank" rel="noopener">
            {toReviews}
          </a>
        </dd>
      </div>
    </dl>
  )
}
