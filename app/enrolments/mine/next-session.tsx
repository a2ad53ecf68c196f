import { href, Link } from 'react-router'
import { CalendarLink } from '../../courses/calendar-link'
import { daysAheadInWords } from '../../courses/phase.rules'
import { isAtOwnPace } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import { capitalize } from '../../italian/words'
import { addressAndMapOf } from '../../site/map'
import { Icon } from '../../ui/icon'
import { NewTabLink } from '../../ui/new-tab-link'
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
            : `Il tuo prossimo appuntamento, ${daysAheadInWords(session.ahead)}`}
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
            <NewTabLink className="directions" to={session.link} name={`Vai alla lezione: ${course.title}`}>
              Vai alla lezione
            </NewTabLink>
          )}
          <Link className="link" to={`${href('/corsi/:slug', { slug: course.slug })}#metodologia`}>
            Calendario sessioni <Icon name="right" />
          </Link>
        </div>
      </div>
    </section>
  )
}
