import { href, Link } from 'react-router'
import { StateOrEndingLabel } from '../enrolments/state-label'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { editionLine } from '../ui/edition'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import type { enrolmentsOfPerson } from './people.queries.server'

type Enrolment = Awaited<ReturnType<typeof enrolmentsOfPerson>>[number]

/** All enrolments of a person, in a dialog over the list of people. `closeTo`: the address of the list. */
export function EnrolmentsDialog({
  person,
  enrolments,
  closeTo,
}: {
  person: { firstName: string; lastName: string }
  enrolments: Enrolment[]
  closeTo: string
}) {
  const title = `Iscrizioni di ${person.firstName} ${person.lastName}`
  return (
    <Dialog title={title} closeTo={closeTo}>
      <PageHead title={title} noindex />
      {enrolments.length === 0 && <p className="quiet">Nessuna iscrizione.</p>}
      <ul className="enrolments">
        {enrolments.map(({ id, status, ending, requestedAt, course }) => (
          <li key={id}>
            {course.archivedAt ? (
              <b>{course.title} (eliminato)</b>
            ) : (
              <Link to={href('/admin/courses/:course/iscritti', { course: course.id })}>{course.title}</Link>
            )}
            <StateOrEndingLabel status={status} ending={ending} />
            <small className="quiet">
              {editionLine(course)}. Richiesta{' '}
              {withArticle('del', formatDate(requestedAt, 'dd/MM/yyyy HH:mm'))}
            </small>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
