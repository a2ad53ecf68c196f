import { Link } from 'react-router'
import { formatDate } from '../ui/format'
import { Icon } from '../ui/icon'
import type { enrolmentsOf } from './queries.server'

type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number]

/** Null without planned sessions. */
export function nearest(enrolments: Enrolment[]) {
  const planned = enrolments.flatMap(({ course, nextSession }) =>
    nextSession ? [{ course, session: nextSession }] : [],
  )
  const when = ({ session }: (typeof planned)[number]) => `${session.date} ${session.startTime ?? ''}`
  return planned.sort((a, b) => when(a).localeCompare(when(b)))[0] ?? null
}

export function NextSession({ course, session }: NonNullable<ReturnType<typeof nearest>>) {
  const times = [session.startTime, session.endTime]
    .filter(Boolean)
    .map((time) => time?.replace(/^0/, ''))
    .join('-')
  const day = formatDate(session.date, 'EEEE')
  return (
    <section className="next" aria-labelledby="prossimo">
      <time dateTime={session.date}>
        <b className="num">{formatDate(session.date, 'd')}</b>
        <span>{formatDate(session.date, 'MMMM yyyy')}</span>
      </time>
      <div>
        <p>Il tuo prossimo appuntamento</p>
        <h2 id="prossimo">{course.title}</h2>
        <p>
          {day.charAt(0).toUpperCase() + day.slice(1)}
          {times && (
            <>
              , <span className="num">{times}</span>
            </>
          )}
          . Sessione {session.number} di {session.of}
          {course.location && `, ${course.location}`}.
        </p>
        {!course.archivedAt && (
          <Link className="link" to={`/corsi/${course.slug}#metodologia`}>
            Calendario sessioni <Icon name="right" />
          </Link>
        )}
      </div>
    </section>
  )
}
