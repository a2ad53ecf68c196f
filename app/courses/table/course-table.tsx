import { href, Link, useLocation } from 'react-router'
import { formatDate } from '../../italian/dates'
import { formatPricePlain } from '../../italian/prices'
import { Icon } from '../../ui/icon'
import { queryWith } from '../../ui/query'
import { CsvLinks } from '../../ui/tables/csv-links'
import { Pagination } from '../../ui/tables/pagination'
import { NO_PRICE } from '../rules'
import { CourseStateTag } from './course-state'
import type { ManagedCourse, managedCourses } from './queries.server'
import { RowActions } from './row-actions'
import { COURSE_ORDERS, type CourseOrder, pageQuery, type TableView } from './rules'
import { SeatsLine } from './seats'
import './course-table.css'

type Found = Awaited<ReturnType<typeof managedCourses>>

/** 'Gestione Corsi'. `today`: YYYY-MM-DD. */
export function CourseTable({ found, view, today }: { found: Found; view: TableView; today: string }) {
  const query = pageQuery(useLocation().search)
  if (found.courses.length === 0) return <p className="quiet">Nessun corso trovato</p>
  return (
    <>
      <table className="table dense stack courses">
        <thead>
          <tr>
            <OrderHead order="titolo" view={view}>
              Titolo
            </OrderHead>
            <OrderHead order="prezzo" view={view} className="figure">
              Prezzo (€)
            </OrderHead>
            <OrderHead order="inizio" view={view}>
              Data Inizio
            </OrderHead>
            <OrderHead order="stato" view={view}>
              Stato
            </OrderHead>
            <th scope="col">Azioni</th>
          </tr>
        </thead>
        <tbody>
          {found.courses.map((course) => (
            <Row key={course.id} course={course} today={today} />
          ))}
        </tbody>
      </table>
      <Pagination
        page={found.page}
        pages={found.pages}
        addressOf={(page) =>
          `${href('/admin')}${queryWith(query, { pagina: page > 1 ? String(page) : null })}#gestione`
        }
      />
    </>
  )
}

/** A link that orders the table by the column, or reverses it. */
function OrderHead({
  order,
  view,
  className,
  children,
}: {
  order: CourseOrder
  view: TableView
  className?: string
  children: string
}) {
  const query = pageQuery(useLocation().search)
  const ordered = view.order === order
  const turned = ordered && !view.down
  const wanted = { ordine: turned ? `-${order}` : order, pagina: null }
  return (
    <th
      scope="col"
      className={className}
      aria-sort={ordered ? (view.down ? 'descending' : 'ascending') : undefined}
    >
      <Link
        className="order"
        to={`${href('/admin')}${queryWith(query, wanted)}`}
        title={`Ordina: ${turned ? COURSE_ORDERS[order].down : COURSE_ORDERS[order].up}`}
        preventScrollReset
      >
        {children}
        <span className="order-mark" aria-hidden="true">
          {ordered ? (view.down ? '↓' : '↑') : '↕'}
        </span>
      </Link>
    </th>
  )
}

function Row({ course, today }: { course: ManagedCourse; today: string }) {
  const { id, slug, title, price, startDate, place, comingSoon, draft, toConfirm } = course
  const query = pageQuery(useLocation().search)
  return (
    <tr className={comingSoon && !draft ? 'coming' : undefined}>
      <td>
        <Link className="course-name" to={href('/corsi/:slug', { slug })}>
          {title}
        </Link>
        {place && <small>{place}</small>}
      </td>
      <td data-label="Prezzo (€)" className="figure num">
        {price === null ? NO_PRICE : formatPricePlain(price)}
      </td>
      <td data-label="Data Inizio" className="num">
        {formatDate(startDate, 'dd/MM/yyyy', 'Non definita')}
      </td>
      <td data-label="Stato">
        <CourseStateTag course={course} />
        <SeatsLine course={course} today={today} />
        {toConfirm && (
          <Link
            className="link few"
            to={`${href('/admin/courses/:course/edizione', { course: id })}${query}`}
            aria-label={`Conferma o annulla: ${title}`}
          >
            Conferma o annulla
          </Link>
        )}
      </td>
      <td>
        <RowActions course={course} />
      </td>
    </tr>
  )
}

export function CourseButtons() {
  const query = pageQuery(useLocation().search)
  return (
    <>
      <CsvLinks to={href('/admin/courses.csv')} />
      <Link className="button button-main" to={`${href('/admin/courses/new')}${query}`}>
        <Icon name="plus" /> Nuovo Corso
      </Link>
    </>
  )
}
