import { formatDate } from '../italian/dates'
import { telLink } from '../italian/phones'
import type { AnnouncedClosure, Opening } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { closedDaysInWords } from '../site/week.rules'
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
  const { company, hours } = siteSettings()
  return (
    <dl className="pairs">
      <div>
        <dt>Telefono</dt>
        <dd className="num">
          <a href={telLink(company.phone)}>{company.phone}</a>
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </dd>
      </div>
      <div>
        <dt>Orari</dt>
        <dd>
          <OpeningHours />
          <br />
          {closedDaysInWords(hours.week)}
        </dd>
      </div>
      <div>
        <dt>Adesso</dt>
        <dd>
          <OpeningState opening={opening} />
        </dd>
      </div>
      {closures.length > 0 && (
        <div>
          <dt>Chiusure</dt>
          <dd>
            <ul className="closures">
              {closures.map(({ day, until, reason, city }) => (
                <li key={`${day} ${reason} ${city}`}>
                  {until > day ? (
                    <>
                      da <Day day={day} /> a <Day day={until} />
                    </>
                  ) : (
                    <Day day={day} />
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
        <dt>Recensioni</dt>
        <dd>
          <a href={company.reviewsUrl} target="_blank" rel="noopener">
            Leggi cosa dicono i corsisti
          </a>
        </dd>
      </div>
    </dl>
  )
}

const Day = ({ day }: { day: string }) => <span className="num">{formatDate(day, 'EEEE d MMMM')}</span>
