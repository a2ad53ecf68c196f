import type { CourseFacts } from '../../courses/queries.server'
import { NO_DATE } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { formatTimes } from '../../italian/times'
import './course.css'

type Session = CourseFacts['sessions'][number]

/** The sessions of a course, as a calendar list; with the links of lessons for who takes part. */
export function Sessions({ sessions }: { sessions: (Session & { link?: string | null })[] }) {
  return (
    <ol className="sessions">
      {sessions.map((session, i) => (
        <li key={session.position}>
          <time className="num" dateTime={session.startDate}>
            <b>{formatDate(session.startDate, 'd')}</b>
            <span>{formatDate(session.startDate, 'MMM yyyy', NO_DATE)}</span>
            <span>{formatDate(session.startDate, 'EEEE')}</span>
          </time>
          <div>
            <strong>
              Sessione {i + 1}
              {session.topic && `: ${session.topic}`}
            </strong>
            <br />
            <span className="quiet num">{[timesOf(session), session.place].filter(Boolean).join(', ')}</span>
            {session.link && (
              <>
                <br />
                <a
                  href={session.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`Vai alla lezione ${i + 1} (si apre in una nuova scheda)`}
                >
                  Vai alla lezione
                </a>
              </>
            )}
          </div>
          {session.hours !== null && <span className="quiet num">({formatHours(session.hours)})</span>}
        </li>
      ))}
    </ol>
  )
}

/** '9:00-18:00' */
function timesOf({ startDate, endDate, startTime, endTime }: Session): string {
  const until = endDate === startDate ? '' : withArticle('fino al', formatDate(endDate, 'd MMM yyyy'))
  return [until, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}
