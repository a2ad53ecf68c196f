import { href, Link } from 'react-router'
import { CalendarLink } from '../../courses/calendar-link'
import { isAtOwnPace } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import { capitalize } from '../../italian/words'
import { addressAndMapOf } from '../../site/map'
import { Icon } from '../../ui/icon'
import { Directions } from './appointment'
import { underWayInWords } from './enrolment-status'
import type { Enrolment } from './queries.server'
import './next-session.css'

/**
 * The next session with a fixed day of a member's enrolments; null without one. `enrolments`: those of the group 'now',
 * as `groupEnrolments` sorts them.
 */
export function nearestSession(enrolments: Enrolment[]) {
  const first = enrolments.find(({ course, nextSession }) => nextSession && !isAtOwnPace(course))
  return first?.nextSession ? { course: first.course, session: first.nextSession } : null
}

/** The next session among all courses of a member, with links. */
export function NextSessionCard({ course, session }: NonNullable<ReturnType<typeof nearestSession>>) {
  const times = formatTimes(session.startTime, session.endTime)
  const location = session.place ?? course.location
  const where = location && course.format === 'in-aula' ? addressAndMapOf(location).postalAddress : location
  return (
    <section className="next" aria-labelledby="prossimo">
      <time dateTime={session.date}>
        <b className="num">{formatDate(session.date, 'd')}</b>
        <span>{formatDate(session.date, 'MMMM yyyy, EEEE')}</span>
      </time>
      <div>
        <p>
          {session.ahead < 0
            ? capitalize(underWayInWords(session))
            : `Il tuo prossimo appuntamento${daysAwayClause(session.ahead)}`}
          {session.ahead >= 0 && course.minimum?.confirmed === false && ', se si parte'}
        </p>
        <h2 id="prossimo">{course.title}</h2>
        <p>
          {times && (
            <>
              <span className="num">{times}</span>.{' '}
            </>
          )}
          Sessione {session.number} di {session.total}
          {session.topic && `: ${session.topic}`}
          {where && `, ${where}`}.
        </p>
        <div className="next-links">
          <CalendarLink course={course} />
          <Directions course={{ ...course, location }} />
          {session.link && (
            <a
              className="directions"
              href={session.link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Vai alla lezione: ${course.title} (si apre in una nuova scheda)`}
            >
              Vai alla lezione <Icon name="out" />
            </a>
          )}
          <Link className="link" to={`${href('/corsi/:slug', { slug: course.slug })}#metodologia`}>
            Calendario sessioni <Icon name="right" />
          </Link>
        </div>
      </div>
    </section>
  )
}

/** The days until a session as the end of a clause: ', domani'. */
function daysAwayClause(days: number): string {
  if (days === 0) return ', oggi'
  return days === 1 ? ', domani' : `, fra ${days} giorni`
}
