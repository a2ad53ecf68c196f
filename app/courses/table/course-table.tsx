import { href, Link, useLocation } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatPricePlain } from '../../italian/prices'
import { placeInOffice } from '../../ui/edition'
import { SeatSquares } from '../../ui/gauges'
import { Icon } from '../../ui/icon'
import { queryWith } from '../../ui/query'
import { CsvLinks } from '../../ui/tables/csv-links'
import { Pagination } from '../../ui/tables/pagination'
import { TableHead } from '../../ui/tables/table-head'
import { Cover } from '../covers/cover'
import { coverOf } from '../covers/cover.rules'
import { distanceInWords, type Phase, phaseOf, progressInWords } from '../phase.rules'
import { courseState, NO_PRICE } from '../rules'
import { CourseStateTag } from './course-state'
import type { ManagedCourse, managedCourses } from './queries.server'
import { RowActions } from './row-actions'
import { courseTableQuery } from './rules'
import './course-table.css'

/** One page of the courses that the filters find. */
type FoundCourses = Awaited<ReturnType<typeof managedCourses>>

/** The table of 'Gestione Corsi'. `today`: YYYY-MM-DD. */
export function CourseTable({ found, today }: { found: FoundCourses; today: string }) {
  const query = courseTableQuery(useLocation().search)
  if (found.courses.length === 0) return <p className="quiet">Nessun corso trovato</p>
  return (
    <>
      <table className="table dense stack courses">
        <TableHead columns={['Titolo', 'Prezzo (€)', 'Data Inizio', 'Stato', 'Azioni']} />
        <tbody>
          {found.courses.map((course, i) => (
            <Row
              key={course.id}
              course={course}
              isSameCourseAsAbove={found.courses[i - 1]?.seriesId === course.seriesId}
              today={today}
            />
          ))}
        </tbody>
      </table>
      <Pagination
        page={found.page}
        pageCount={found.pages}
        addressOf={(page) =>
          `${href('/admin')}${queryWith(query, { pagina: page > 1 ? String(page) : null })}#gestione`
        }
      />
    </>
  )
}

function Row({
  course,
  isSameCourseAsAbove,
  today,
}: {
  course: ManagedCourse
  isSameCourseAsAbove: boolean
  today: string
}) {
  const { id, title, price, startDate, comingSoon, draft } = course
  return (
    <tr
      className={
        [comingSoon && !draft && 'coming', isSameCourseAsAbove && 'further'].filter(Boolean).join(' ') ||
        undefined
      }
    >
      <td className="course-cell">
        <div className="course-thumb">
          {!isSameCourseAsAbove && (
            <Cover facts={coverOf(course, courseState(course, today))} idPrefix="table" />
          )}
        </div>
        <Link className="course-name" to={href('/admin/courses/:course/panoramica', { course: id })}>
          {title}
        </Link>
        <small>{factsInWords(course, today)}</small>
      </td>
      <td data-label="Prezzo (€)" className={price === null ? 'quiet' : 'num priced'}>
        {price === null ? NO_PRICE : formatPricePlain(price)}
      </td>
      <td data-label="Data Inizio" className="num">
        {formatDate(startDate, 'dd/MM/yyyy', 'Non definita')} <DateNote course={course} today={today} />
      </td>
      <td data-label="Stato">
        <CourseStateTag course={course} />
        <Seats course={course} phase={phaseOf(course, today)} />
      </td>
      <td>
        <RowActions course={course} />
      </td>
    </tr>
  )
}

/**
 * The line below a title: 'Ascoli Piceno · lezione 2 di 8 sabato · 1 richiesta'. Before the start it leaves out the
 * days to go, which `DateNote` shows beside the date.
 */
function factsInWords(course: ManagedCourse, today: string): string {
  const { place, startDate, pending, peopleWaiting, interested } = course
  return [
    placeInOffice(place),
    startDate !== null && startDate <= today && progressInWords(course, today),
    pending > 0 && formatCount(pending, 'richiesta', 'richieste'),
    peopleWaiting > 0 && `${peopleWaiting} in lista`,
    interested > 0 &&
      formatCount(interested, 'persona vuole essere avvisata', 'persone vogliono essere avvisate'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Beside the first day: a link if the office has to confirm the edition, else the days to go, or the last day. */
function DateNote({ course, today }: { course: ManagedCourse; today: string }) {
  const { id, title, startDate, endDate, toConfirm } = course
  if (toConfirm)
    return (
      <small>
        <Link
          className="few"
          to={href('/admin/courses/:course/panoramica', { course: id })}
          aria-label={`Conferma o annulla: ${title}`}
        >
          Conferma o annulla
        </Link>
      </small>
    )
  if (!startDate || startDate < today)
    return endDate && endDate >= today ? (
      <small>{withArticle('fino al', formatDate(endDate, 'd MMM'))}</small>
    ) : null
  return <small>{distanceInWords(startDate, today)}</small>
}

function Seats({ course, phase }: { course: ManagedCourse; phase: Phase }) {
  const { peopleEnrolled, seatsTaken, maxPartecipanti: most, minParticipants: least } = course
  if ((phase === 'draft' || phase === 'coming') && seatsTaken === 0) return null
  const offered = seatsTaken - peopleEnrolled
  const isBelowMinimum = phase === 'unconfirmed' && least !== null && peopleEnrolled < least
  return (
    <>
      <SeatSquares taken={peopleEnrolled} offered={offered} most={most} least={least} />
      <small className="num">
        {phase === 'after' && 'Concluso, '}
        {most
          ? `${peopleEnrolled} di ${formatCount(most, 'posto', 'posti')}`
          : formatCount(peopleEnrolled, 'iscritto', 'iscritti')}
        {offered > 0 && `, ${offered} in offerta`}
        {isBelowMinimum && (
          <>
            , <span className="few">minimo {least}</span>
          </>
        )}
      </small>
    </>
  )
}

export function CourseButtons() {
  const query = courseTableQuery(useLocation().search)
  return (
    <>
      <CsvLinks of="corsi" to={href('/admin/courses.csv')} />
      <Link className="button button-main" to={`${href('/admin/courses/new')}${query}`}>
        <Icon name="plus" /> Nuovo Corso
      </Link>
    </>
  )
}
