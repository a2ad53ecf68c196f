import { formatDate, formatHours } from '../ui/format'
import { type Tab, Tabs } from '../ui/tabs'
import { CalendarLink } from './calendar-link'
import type { CourseFacts } from './queries.server'
import { NO_DATE } from './rules'
import './course.css'
import '../ui/list.css'

/** Specification §2. */
export function CourseSections({ course }: { course: CourseFacts }) {
  const tabs = [description(course), programme(course), methods(course), certificates(course)]
  const present = tabs.filter((tab) => tab !== null)
  return present.length > 0 && <Tabs label="Sezioni del corso" tabs={present} />
}

function description({ description, destinatari }: CourseFacts): Tab | null {
  if (!description && destinatari.length === 0) return null
  const content = (
    <>
      <h2>Descrizione</h2>
      {description?.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph} className="paragraph">
          {paragraph}
        </p>
      ))}
      {destinatari.length > 0 && (
        <>
          <h3>A chi è rivolto</h3>
          <Lines of={destinatari} />
        </>
      )}
    </>
  )
  return { id: 'descrizione', title: 'Descrizione', content }
}

function programme({ moduli, contenuti }: CourseFacts): Tab | null {
  if (moduli.length === 0) return null
  const content = (
    <>
      <h2>Programma</h2>
      <ol className="modules">
        {moduli.map((title, i) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              {i === 0 && contenuti.length > 0 && <Lines of={contenuti} />}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
  return { id: 'programma', title: 'Programma', content }
}

function methods(course: CourseFacts): Tab | null {
  const { sessions, metodologie } = course
  if (sessions.length === 0 && metodologie.length === 0) return null
  const content = (
    <>
      {sessions.length > 0 && (
        <>
          <h2>Calendario sessioni</h2>
          <Sessions of={sessions} />
          <CalendarLink course={course} />
        </>
      )}
      {metodologie.length > 0 && (
        <>
          <h3>Metodologie didattiche</h3>
          <ul className="tags">
            {metodologie.map((method) => (
              <li key={method} className="tag">
                {method}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
  return { id: 'metodologia', title: 'Metodologia', content }
}

function certificates({ certificazione }: CourseFacts): Tab | null {
  if (certificazione.length === 0) return null
  const content = (
    <>
      <h2>Certificazioni rilasciate</h2>
      <Lines of={certificazione} />
    </>
  )
  return { id: 'certificazioni', title: 'Certificazioni', content }
}

function Lines({ of }: { of: string[] }) {
  return (
    <ul className="list">
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Sessions({ of }: { of: CourseFacts['sessions'] }) {
  return (
    <ol className="sessions">
      {of.map((session, i) => (
        <li key={session.position}>
          <time className="num" dateTime={session.startDate}>
            <b>{formatDate(session.startDate, 'd')}</b>
            <span>{formatDate(session.startDate, 'MMM yyyy', NO_DATE)}</span>
            <span>{formatDate(session.startDate, 'EEEE')}</span>
          </time>
          <div>
            <strong>Sessione {i + 1}</strong>
            <br />
            <span className="quiet num">{timesOf(session)}</span>
          </div>
          {session.hours !== null && <span className="quiet num">({formatHours(session.hours)})</span>}
        </li>
      ))}
    </ol>
  )
}

/** '9:00-18:00' */
function timesOf({ startDate, endDate, startTime, endTime }: CourseFacts['sessions'][number]): string {
  const clock = (time: string | null) => time?.slice(0, 5).replace(/^0/, '')
  const times = [clock(startTime), clock(endTime)].filter(Boolean).join('-')
  const until = endDate === startDate ? '' : `fino al ${formatDate(endDate, 'd MMM yyyy')}`
  return [until, times].filter(Boolean).join(', ')
}
