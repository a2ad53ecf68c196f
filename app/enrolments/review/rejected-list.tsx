import { Link } from 'react-router'
import { personPage } from '../../accounts/pages.rules'
import { formatDate } from '../../italian/dates'
import { editionLine } from '../../ui/edition'
import { Form, Submit } from '../../ui/forms/form'
import { mayReopen } from '../rules'
import type { QueueRequest } from './queue.queries.server'

/** The latest rejections, with a button to reopen each that may be. `page`: where the button leads back to. */
export function RejectedList({ rejected, page }: { rejected: QueueRequest[]; page: string }) {
  if (rejected.length === 0) return null
  return (
    <details className="rejected">
      <summary>Rifiutate di recente ({rejected.length})</summary>
      <ul className="requests">
        {rejected.map(({ id, person, course, rejectedAt, rejectReason }) => (
          <li key={id}>
            <p>
              <Link className="person-name" to={personPage(person.id)}>
                {`${person.firstName} ${person.lastName}`}
              </Link>
              <br />
              <span className="quiet">{person.email}</span>
            </p>
            <p>
              {course.title}
              {course.archivedAt && ' (eliminato)'}
              <br />
              <span className="quiet">{editionLine(course)}</span>
              {rejectReason && (
                <>
                  <br />
                  <span className="quiet">Motivo: {rejectReason}</span>
                </>
              )}
            </p>
            <p className="num quiet">{formatDate(rejectedAt, 'dd/MM/yyyy HH:mm')}</p>
            {mayReopen('rejected', course).ok && (
              <Form method="post" action={page} preventScrollReset>
                <input type="hidden" name="intent" value="reopen" />
                <Submit
                  name="enrolment"
                  value={id}
                  busy="Riapro..."
                  aria-label={`Riapri richiesta: ${person.firstName} ${person.lastName}, ${course.title}`}
                >
                  Riapri richiesta
                </Submit>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
