import type { CourseFacts } from '../../courses/queries.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { formatTimes } from '../../italian/times'
import './course.css'

type Session = CourseFacts['sessions'][number]

/** The sessions of a course, as a calendar list. */
export function SessionCalendar({ sessions }: { sessions: Session[] }) {
  return (
    <ol className="sessions">
      {sessions.map((session, i) => (
        <li key={session.position}>
          <time className="num" dateTime={session.startDate}>
            <b>{formatDate(session.startDate, 'd')}</b>
            {formatDate(session.startDate, 'MMM yyyy')}
          </time>
          <div>
            <strong>{session.topic || `Sessione ${i + 1}`}</strong>
            <br />
            <span className="quiet num">
              {[formatDate(session.startDate, 'EEEE'), lastDayAndTimes(session), session.place]
                .filter(Boolean)
                .join(', ')}
              {hoursInBrackets(session)}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The sessions of a course as lines of text: 'Sessione 1: 16 gen 2027, 9:00–18:00 (8 ore)'. */
export function SessionLines({ sessions }: { sessions: Session[] }) {
  return (
    <ol className="sessions-brief num">
      {sessions.map((session, i) => (
        <li key={session.position}>
          Sessione {i + 1}:{' '}
          {[formatDate(session.startDate, 'd MMM yyyy'), lastDayAndTimes(session)].filter(Boolean).join(', ')}
          {hoursInBrackets(session)}
        </li>
      ))}
    </ol>
  )
}

const hoursInBrackets = ({ hours }: Session) => hours !== null && ` (${formatHours(hours)})`

/** The last day of a session of several days, and its times: 'fino al 17 gen 2027, 9:00–18:00'. */
function lastDayAndTimes({ startDate, endDate, startTime, endTime }: Session): string {
  const until = endDate === startDate ? '' : withArticle('fino al', formatDate(endDate, 'd MMM yyyy'))
  return [until, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}
