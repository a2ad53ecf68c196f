import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CalendarLink } from '../courses/calendar-link'
import { whereAndHow } from '../courses/rules'
import { Form } from '../ui/form'
import { formatDate, formatMoney } from '../ui/format'
import { Submit } from '../ui/submit'
import type { enrolmentsOf } from './queries.server'
import { StateLabel } from './state-label'

type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number]

const DASHBOARD_DATE = 'd MMMM yyyy'

const NEXT: Record<Enrolment['status'], string> = {
  pending: 'La segreteria valuta la richiesta e ti risponde via email.',
  approved: 'Il posto è tuo. Trovi il calendario nella pagina del corso.',
  rejected: 'Prova a contattare l’amministrazione.',
  in_progress: 'Il corso è cominciato: buon lavoro.',
  completed: 'Corso concluso. Per l’attestato rivolgiti alla segreteria.',
}

/** The course has dates to come for this person. */
const isAhead = ({ status, course }: Enrolment) =>
  course.startDate && !course.archivedAt && !course.concluded && status !== 'rejected'

/** `filesOf` renders the documents of a course. */
type Files = { filesOf: (courseId: string) => ReactNode }

export function MyCourses({ enrolments, filesOf }: { enrolments: Enrolment[] } & Files) {
  return (
    <table className="table stack">
      <thead>
        <tr>
          <th scope="col">Corso</th>
          <th scope="col">Inizio</th>
          <th scope="col" className="figure">
            Prezzo
          </th>
          <th scope="col">Stato</th>
        </tr>
      </thead>
      <tbody>
        {enrolments.map((enrolment) => (
          <Row key={enrolment.id} enrolment={enrolment} filesOf={filesOf} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ enrolment, filesOf }: { enrolment: Enrolment } & Files) {
  const { id, status, requestedAt, rejectReason, course } = enrolment
  return (
    <tr>
      <td>
        {course.archivedAt ? (
          <span className="course-name">{course.title}</span>
        ) : (
          <Link className="course-name" to={`/corsi/${course.slug}`}>
            {course.title}
          </Link>
        )}
        <small>{whereAndHow(course)}</small>
        <small>Richiesta del {formatDate(requestedAt, DASHBOARD_DATE, 'Non specificata')}</small>
        {isAhead(enrolment) && <CalendarLink course={course} />}
        {filesOf(course.id)}
      </td>
      <td data-label="Inizio" className="num">
        {formatDate(course.startDate, DASHBOARD_DATE, 'Non specificata')}
      </td>
      <td data-label="Prezzo" className="figure num">
        {course.price === null ? 'Prezzo non disponibile' : formatMoney(course.price)}
      </td>
      <td data-label="Stato">
        <div>
          <StateLabel state={status} />
          {rejectReason && <small className="reason">{`Motivo: ${rejectReason}`}</small>}
          <small>{NEXT[status]}</small>
          {status === 'pending' && (
            <Form method="post" action="/dashboard">
              <input type="hidden" name="intent" value="withdraw" />
              <input type="hidden" name="course" value={course.slug} />
              <Submit
                name="enrolment"
                value={id}
                busy="Invio in corso..."
                aria-label={`Ritira la richiesta: ${course.title}`}
              >
                Ritira la richiesta
              </Submit>
            </Form>
          )}
        </div>
      </td>
    </tr>
  )
}
