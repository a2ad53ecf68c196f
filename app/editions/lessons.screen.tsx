import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { courseOrList } from '../courses/office.queries.server'
import { isAtOwnPace } from '../courses/rules'
import { pageBelow } from '../courses/table/rules'
import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { today } from '../runtime/clock'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/lessons.screen'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const course = await courseOrList(adminFrom(context), params.course, pageBelow(url.search))
  const { id, title, sessions } = course
  return { course: { id, title, isAtOwnPace: isAtOwnPace(course) }, sessions, today: today() }
}

export default function LessonsScreen({ loaderData: { course, sessions, today } }: Route.ComponentProps) {
  const dates = `${href('/admin/courses/:course', { course: course.id })}#dateSessioni`
  return (
    <section aria-labelledby="lezioni">
      <PageHead title={`Lezioni: ${course.title}`} noindex />
      <div className="admin-head">
        <h3 id="lezioni">Lezioni</h3>
        <div className="actions">
          <Link className="button" to={href('/admin/courses/:course/iscritti/stampa', { course: course.id })}>
            Fogli firme
          </Link>
          <Link className="button" to={dates}>
            <Icon name="edit" /> Cambia le date
          </Link>
        </div>
      </div>
      {sessions.length === 0 ? (
        <p className="lead">
          {course.isAtOwnPace ? 'Le lezioni si seguono quando si vuole.' : 'Le date non sono ancora scritte.'}
        </p>
      ) : (
        <table className="table dense stack">
          <TableHead columns={['Quando', 'Ore', 'Stato']} />
          <tbody>
            {sessions.map(({ number, startDate, endDate, startTime, endTime, hours }) => (
              <tr key={number}>
                <td>
                  <b className="num">{formatDate(startDate, 'd MMMM yyyy')}</b>
                  <small className="num">
                    {[formatDate(startDate, 'EEEE'), formatTimes(startTime ?? null, endTime ?? null)]
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                </td>
                <td data-label="Ore" className="num">
                  {hours ? formatHours(hours) : '–'}
                </td>
                <td data-label="Stato">
                  {endDate < today ? 'Fatta' : startDate <= today ? 'Oggi' : 'Da fare'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
