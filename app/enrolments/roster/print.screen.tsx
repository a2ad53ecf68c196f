import { href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey, courseOr404 } from '../../courses/office.queries.server'
import { loadSections } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatPeriod } from '../../italian/periods'
import { NO_DATES } from '../../ui/edition'
import { PageHead } from '../../ui/page-head'
import { TableHead } from '../../ui/tables/table-head'
import { stateOrEndingLabel } from '../rules'
import type { Route } from './+types/print.screen'
import { PrintHead } from './print-head'
import { wholeRoster } from './queries.server'
import './roster.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseByKey(staff, params.course), href('/admin'))
  const { id, title, startDate, endDate, location } = course
  const offered = course.seatsTaken - course.peopleEnrolled
  const { loadSection, respond } = loadSections()
  const people = await loadSection('Errore nel recuperare gli utenti', wholeRoster(staff, id), null)
  const shownCourse = { id, title, startDate, endDate, location }
  return respond({ course: shownCourse, offered, people, now: new Date() })
}

export default function RosterPrint({ loaderData }: Route.ComponentProps) {
  const { course, offered, people, now } = loaderData
  const title = `Iscritti: ${course.title}`
  return (
    <section className="admin-section" aria-labelledby="iscritti">
      <PageHead title={title} noindex />
      <PrintHead course={course.id} printed="Elenco per la segreteria" />
      <div className="admin-head">
        <div>
          <h2 id="iscritti">{title}</h2>
          <p>
            {[formatPeriod(course.startDate, course.endDate) || NO_DATES, course.location]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p className="quiet">
            {people && `${formatCount(people.length, 'iscritto', 'iscritti')}, `}
            {offered > 0 && `${formatCount(offered, 'posto offerto', 'posti offerti')}, `}
            {formatDate(now, 'dd/MM/yyyy HH:mm')}
          </p>
        </div>
      </div>
      {people?.length === 0 && <p className="quiet">Nessun utente iscritto</p>}
      {people && people.length > 0 && <People people={people} />}
    </section>
  )
}

function People({ people }: { people: Awaited<ReturnType<typeof wholeRoster>> }) {
  return (
    <table className="table dense stack unstacked-on-paper">
      <TableHead columns={['Nome e cognome', 'Stato', 'Approvato da', 'Il']} />
      <tbody>
        {people.map(({ id, firstName, lastName, status, ending, approvedBy, approvedAt }) => (
          <tr key={id}>
            <td>
              <b>{`${firstName} ${lastName}`}</b>
            </td>
            <td data-label="Stato">{stateOrEndingLabel(status, ending)}</td>
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
