import { Link, useLocation } from 'react-router'
import { NO_DATE } from '../courses/rules'
import { CourseStateTag } from '../courses/table/course-state'
import { courseTablePage, courseTableQuery } from '../courses/table/rules'
import { SeatsLine } from '../courses/table/seats'
import { editionPage } from '../enrolments/pages.rules'
import { formatDate } from '../italian/dates'
import { TableHead } from '../ui/tables/table-head'
import type { ManagedEdition } from './series.queries.server'
import { MOST_EDITIONS_LISTED } from './series.rules'

/** The editions of one course. `current`: the edition that the page is about. */
export function EditionTable({
  editions,
  current,
  today,
}: {
  editions: ManagedEdition[]
  current: { id: string; title: string }
  today: string
}) {
  const query = courseTableQuery(useLocation().search)
  return (
    <section className="edition-part" aria-labelledby="edizioni">
      <h3 id="edizioni">Edizioni del corso</h3>
      <table className="table dense stack">
        <TableHead columns={['Data Inizio', 'Luogo', 'Stato', 'Posti']} />
        <tbody>
          {editions.map((edition) => (
            <tr key={edition.id}>
              <td className="num">
                {edition.id === current.id ? (
                  <b aria-current="page">{dateOf(edition)} (questa)</b>
                ) : (
                  <Link to={editionPage(edition.id) + query}>{dateOf(edition)}</Link>
                )}
                {edition.title !== current.title && edition.title}
              </td>
              <td data-label="Luogo">{edition.location ?? 'Non definito'}</td>
              <td data-label="Stato">
                <CourseStateTag course={edition} />
              </td>
              <td data-label="Posti">
                <SeatsLine course={{ ...edition, ...WITH_SEATS }} today={today} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {editions.length === MOST_EDITIONS_LISTED && (
        <p className="hint">
          Le ultime {MOST_EDITIONS_LISTED}.{' '}
          <Link to={courseTablePage(`?${new URLSearchParams({ q: current.title })}`)}>
            Cerca le altre tra i corsi
          </Link>
        </p>
      )}
    </section>
  )
}

/** Makes `SeatsLine` show the seats of drafts and coming editions too. */
const WITH_SEATS = { draft: false, comingSoon: false }

const dateOf = ({ startDate }: ManagedEdition) => formatDate(startDate, 'd MMM yyyy', NO_DATE)
