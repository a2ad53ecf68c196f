import { formatDate } from '../../italian/dates'
import { NO_DATES } from '../../ui/edition'
import { StateLabel } from '../state-label'
import type { EnrolmentById } from './enrolment.queries.server'

/** Names the enrolment that a question is about: person, course and state. */
export function EnrolmentHead({ enrolment: { person, course, status } }: { enrolment: EnrolmentById }) {
  return (
    <dl className="facts">
      <div>
        <dt>Persona</dt>
        <dd>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </dd>
      </div>
      <div>
        <dt>Corso</dt>
        <dd>
          {[course.title, formatDate(course.startDate, 'd MMMM yyyy', NO_DATES), course.place]
            .filter(Boolean)
            .join(', ')}
        </dd>
      </div>
      <div>
        <dt>Stato</dt>
        <dd>
          <StateLabel state={status} />
        </dd>
      </div>
    </dl>
  )
}
