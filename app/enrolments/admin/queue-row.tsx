import { Link } from 'react-router'
import { seatsSentence } from '../../courses/rules'
import { editionLine } from '../../ui/edition'
import { Form } from '../../ui/form'
import { formatDate, formatMoney, telLink } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { MailAddress } from '../../ui/mail-link'
import { addressWith } from '../../ui/query'
import { Submit } from '../../ui/submit'
import { waitingListPage } from '../waiting/rules'
import type { PendingRequest } from './queue.queries.server'
import { ageOf, isLate, placeOf, rejectLinkOf } from './rules'

const REQUEST_DATE = 'dd/MM/yyyy HH:mm'

type RowFacts = {
  request: PendingRequest
  /** The request that a decision leads to. */
  next: string | undefined
  now: Date
  page: string
  /** The id of the form for several requests, where there is one. */
  many?: string | undefined
}

export function QueueRow({ request, next, now, page, many }: RowFacts) {
  const { person, course, requestedAt, price, seatsTaken, peopleWaiting } = request
  const seats = seatsSentence(course, seatsTaken)
  return (
    <li className="queue-row">
      <p className="queue-who">
        {many && (
          <input
            type="checkbox"
            className="queue-choice"
            name="enrolment"
            value={request.id}
            form={many}
            aria-label={`Scegli: ${person.firstName} ${person.lastName}, ${course.title}`}
            data-name={`${person.firstName} ${person.lastName}`}
          />
        )}
        <Link className="person-name" to={`/admin/people/${person.id}`}>
          {`${person.firstName} ${person.lastName}`}
        </Link>
        {person.company && <small>{person.company}</small>}
      </p>
      <p className="queue-contacts">
        <a href={`mailto:${person.email}`}>
          <Icon name="mail" />
          <span>
            <MailAddress address={person.email} />
          </span>
        </a>
        {person.phone && (
          <a href={telLink(person.phone)}>
            <Icon name="phone" />
            <span className="num">{person.phone}</span>
          </a>
        )}
      </p>
      <p className="queue-what">
        <b>{course.title}</b>
        <small>
          {[editionLine(course), price !== null && formatMoney(price)].filter(Boolean).join(', ')}
        </small>
        {seats && (
          <small className={seats.kind === 'free' ? undefined : 'few'}>
            {seats.text}
            {peopleWaiting > 0 && (
              <>
                , <Link to={waitingListPage(course.id)}>{peopleWaiting} in lista</Link>
                {!request.waitingSince && ': questa andrebbe in fondo'}
              </>
            )}
          </small>
        )}
      </p>
      <p className="queue-age num">
        <b className={isLate(requestedAt, now) ? 'late' : undefined}>{ageOf(requestedAt, now)}</b>
        <small>{formatDate(requestedAt, REQUEST_DATE)}</small>
      </p>
      <Decisions
        request={request}
        next={next}
        page={page}
        isFull={seats?.kind === 'full' || request.waitingSince !== null}
      />
    </li>
  )
}

function Decisions({
  request: { id, person, course },
  next,
  page,
  isFull,
}: Omit<RowFacts, 'now'> & { isFull: boolean }) {
  const about = `${person.firstName} ${person.lastName}, ${course.title}`
  return (
    <div className="queue-do">
      {isFull && (
        <Form method="post" action={page} preventScrollReset>
          <input type="hidden" name="intent" value="admit" />
          {next && <input type="hidden" name="next" value={next} />}
          <Submit
            name="enrolment"
            value={id}
            busy="Metto in lista..."
            data-key="l"
            aria-label={`In lista: ${about}`}
          >
            In lista
          </Submit>
        </Form>
      )}
      {/* Without a script a link only loads another address: the question that may follow has one of its own. */}
      <Form method="post" action={addressWith(page, { approva: id })} preventScrollReset>
        <input type="hidden" name="intent" value="approve" />
        {next && <input type="hidden" name="next" value={next} />}
        <Submit
          id={placeOf(id).slice(1)}
          name="enrolment"
          value={id}
          busy="Approvo..."
          className={isFull ? 'button button-quiet' : 'button'}
          data-key="a"
          aria-label={`Approva: ${about}`}
        >
          Approva
        </Submit>
      </Form>
      <Link
        id={rejectLinkOf(id).slice(1)}
        className="button button-quiet"
        data-key="r"
        to={addressWith(page, { rifiuta: id })}
        preventScrollReset
        aria-label={`Rifiuta: ${about}`}
      >
        Rifiuta
      </Link>
    </div>
  )
}
