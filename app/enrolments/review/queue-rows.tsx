import type { OtherEnrolment, QueueRequest } from './queue.queries.server'
import { QueueRow } from './queue-row'
import './queue.css'

/**
 * Requests as rows of the queue. `now`: the time of the server; `page`: where decisions lead back to; `mayChoose`: the
 * rows can be chosen, for a decision about several; `chosenIds`: of those that are chosen initially; `enrolments`: all
 * of the same people, from `enrolmentsOfPeople`; each row shows the other enrolments of its person.
 */
export function QueueRows({
  requests,
  now,
  page,
  mayChoose,
  chosenIds = [],
  enrolments = [],
}: {
  requests: QueueRequest[]
  now: Date
  page: string
  mayChoose?: boolean
  chosenIds?: string[] | undefined
  enrolments?: OtherEnrolment[]
}) {
  if (requests.length === 0) return null
  return (
    <ul className={requests.some(({ isDecided }) => isDecided) ? 'queue queue-settles' : 'queue'}>
      {requests.map((request) => (
        <QueueRow
          key={request.id}
          request={request}
          now={now}
          page={page}
          mayChoose={mayChoose}
          isChosen={chosenIds.includes(request.id)}
          otherEnrolments={enrolments.filter(
            ({ id, personId }) => personId === request.person.id && id !== request.id,
          )}
        />
      ))}
    </ul>
  )
}
