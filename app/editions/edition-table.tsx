import { Link, useLocation } from 'react-router'
import { NO_DATE } from '../courses/rules'
import { CourseStateTag } from '../courses/table/course-state'
import { courseTableQuery } from '../courses/table/rules'
import { SeatsLine } from '../courses/table/seats'
import { editionPage } from '../enrolments/pages.rules'
import { formatDate } from '../italian/dates'
import { TableHead } from '../ui/tables/table-head'
import type { ManagedEdition } from './series.queries.server'

/** The editions of one course. `currentId`: of the edition that the page is about. */
export function EditionTable({
  editions,
  currentId,
  today,
}: {
  editions: ManagedEdition[]
  currentId: string
  today: string
}) {
  const query = courseTableQuery(useLocation().search)
  const title = editions.find(({ id }) => id === currentId)?.title
  return (
    <section className="edition-part" aria-labelledby="edizioni">
      <h3 id="edizioni">Edizioni del corso</h3>
      <table className="table dense stack">
        <TableHead columns={['Data Inizio', 'Luogo', 'Stato', 'Posti']} />
        <tbody>
          {editions.map((edition) => (
            <tr key={edition.id}>
              <td className="num">
                {edition.id === currentId ? (
                  <b aria-current="page">{dateOf(edition)} (questa)</b>
                ) : (
                  <Link to={editionPage(edition.id) + query}>{dateOf(edition)}</Link>
                )}
                {edition.title !== title && edition.title}
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
    </section>
  )
}

/** Makes `SeatsLine` show the seats of drafts and coming editions too. */
const WITH_SEATS = { draft: false, comingSoon: false }

const dateOf = ({ startDate }: ManagedEdition) => formatDate(startDate, 'd MMM yyyy', NO_DATE)
