import { Fragment } from 'react'
import { siteSettings } from '../site/settings'
import { openDays } from '../site/week.rules'

/**
 * The opening hours of the office, one line for successive days with equal hours: 'Lunedì-venerdì 8:30-12:30 e
 * 14:30-18:30'.
 */
export function OpeningHours() {
  return openDays(siteSettings().hours.week).map(({ days, spans }, line) => (
    <Fragment key={days}>
      {line > 0 && <br />}
      {days}{' '}
      {spans.map(({ from, to }, i) => (
        <span key={from}>
          {i > 0 && ' e '}
          <span className="num">
            {from}-{to}
          </span>
        </span>
      ))}
    </Fragment>
  ))
}
