import { data, href, Link } from 'react-router'
import { adminFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { lessonsOf } from '../../courses/phase.rules'
import type { StoredCourse } from '../../courses/queries.server'
import { loadSections, readOrRedirect } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatTimes } from '../../italian/times'
import { today } from '../../runtime/clock'
import { NO_DATES } from '../../ui/edition'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { TableHead } from '../../ui/tables/table-head'
import { stateLabel } from '../rules'
import type { Route } from './+types/print.screen'
import { rosterToPrint } from './queries.server'
import { PRINTED_MOST } from './rules'
import './roster.css'

/** `?lezione`: the number of the lesson that is signed for; else the next one. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const finding = courseByKey(admin, params.course)
  const course = await readOrRedirect(href('/admin'), 'Impossibile caricare il corso', finding)
  if (!course) throw data(null, { status: 404 })
  const { id, title, startDate, endDate, location, sessions } = course
  const number = url.searchParams.get('lezione')
  const lesson = number
    ? sessions.find((session) => String(session.number) === number)
    : sessions[lessonsOf(sessions, today()).done]
  const offered = course.seatsTaken - course.peopleEnrolled
  const { loadSection, respond } = loadSections()
  const people = await loadSection('Errore nel recuperare gli utenti', rosterToPrint(admin, id), null)
  const facts = { id, title, startDate, endDate, location }
  return respond({ course: facts, lesson, offered, people, now: new Date() })
}

export default function RosterPrint({ loaderData }: Route.ComponentProps) {
  const { course, lesson, offered, people, now } = loaderData
  const title = `Iscritti: ${course.title}`
  return (
    <section className="admin-row" aria-labelledby="iscritti">
      <PageHead title={title} noindex />
      <div className="admin-head">
        <div>
          <h2 id="iscritti">{title}</h2>
          <p>{[daysOf(course), course.location].filter(Boolean).join(', ')}</p>
          {lesson && <p>Lezione di {inWords(lesson)}</p>}
          <p className="quiet">
            {people && `${formatCount(people.length, 'iscritto', 'iscritti')}, `}
            {offered > 0 && `${formatCount(offered, 'posto offerto', 'posti offerti')}, `}
            {formatDate(now, 'dd/MM/yyyy HH:mm')}
          </p>
        </div>
        <div className="actions">
          <button className="button needs-script" type="button" onClick={() => window.print()}>
            Stampa
          </button>
          <Link className="link" to={href('/admin/courses/:course/iscritti', { course: course.id })}>
            <Icon name="left" /> Indietro
          </Link>
        </div>
      </div>
      {people?.length === 0 && <p className="quiet">Nessun utente iscritto</p>}
      {people && people.length > 0 && <People people={people} />}
      {people?.length === PRINTED_MOST && (
        <p className="hint">Sono i primi {PRINTED_MOST}: per averli tutti esporta il CSV.</p>
      )}
    </section>
  )
}

/** '12 mar 2027 – 20 apr 2027' */
function daysOf({ startDate, endDate }: { startDate: string | null; endDate: string | null }): string {
  const first = formatDate(startDate, 'd MMM yyyy', NO_DATES)
  return endDate && endDate !== startDate ? `${first} – ${formatDate(endDate, 'd MMM yyyy')}` : first
}

/** 'sabato 23 gennaio 2027, 9:00-18:00, Aula 2: Leggere il mercato' */
function inWords({ startDate, startTime, endTime, topic, place }: StoredCourse['sessions'][number]): string {
  const day = formatDate(startDate, 'EEEE d MMMM yyyy')
  const when = [day, formatTimes(startTime, endTime), place].filter(Boolean).join(', ')
  return topic ? `${when}: ${topic}` : when
}

function People({ people }: { people: Awaited<ReturnType<typeof rosterToPrint>> }) {
  return (
    <table className="table dense stack unstacked-on-paper">
      <TableHead columns={['Nome e cognome', 'Stato', 'Approvato da', 'Il']} />
      <tbody>
        {people.map(({ id, name, status, approvedBy, approvedAt }) => (
          <tr key={id}>
            <td>
              <b>{name}</b>
            </td>
            <td data-label="Stato">{stateLabel(status)}</td>
            <td data-label="Approvato da">{approvedBy ?? '–'}</td>
            <td data-label="Il" className="num">
              {formatDate(approvedAt, 'dd/MM/yyyy HH:mm', '–')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
