import { withEdition } from '../../ui/edition'
import { StateLabel } from '../state-label'
import type { QueueRequest } from './queue.queries.server'

/** Names the enrolment that a question is about: person, course and state. */
export function EnrolmentHead({ enrolment: { person, course, status } }: { enrolment: QueueRequest }) {
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
        <dd>{withEdition(course)}</dd>
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
