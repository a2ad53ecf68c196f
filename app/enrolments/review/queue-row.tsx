import { href, Link } from 'react-router'
import { PhoneLinks } from '../../accounts/phone-links'
import { seatsSentence } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatPrice } from '../../italian/prices'
import { editionLine } from '../../ui/edition'
import { Form, Submit } from '../../ui/forms/form'
import { Icon } from '../../ui/icon'
import { MailAddress } from '../../ui/mail-link'
import { StateLabel } from '../mine/state-label'
import { waitingListPage } from '../waiting-list.rules'
import { openerOf, questionAddress } from './buttons.rules'
import type { PendingRequest } from './queue.queries.server'
import { ageOf, isLate, requestAnchor } from './queue.rules'

const REQUEST_DATE = 'dd/MM/yyyy HH:mm'

type RowFacts = {
  request: PendingRequest
  now: Date
  page: string
  /** The id of the form for several requests, where there is one. */
  many?: string | undefined
}

export function QueueRow({ request, now, page, many }: RowFacts) {
  const { person, course, requestedAt, price, seatsTaken, peopleWaiting } = request
  const seats = seatsSentence(course, seatsTaken)
  return (
    <li className="queue-row" id={requestAnchor(request.id).slice(1)} tabIndex={-1}>
      <p className="queue-who">
        {many && !request.decided && (
          <input
            type="checkbox"
            className="queue-choice"
            name="chosen"
            value={request.id}
            form={many}
            aria-label={`Scegli: ${person.firstName} ${person.lastName}, ${course.title}`}
            data-name={`${person.firstName} ${person.lastName}`}
          />
        )}
        <Link className="person-name" to={href('/admin/people/:person', { person: person.id })}>
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
        {person.phone && <PhoneLinks phone={person.phone} icon />}
      </p>
      <p className="queue-what">
        <b>{course.title}</b>
        {request.admittedAt && !request.decided && <small>È in lista d’attesa</small>}
        <small>
          {[editionLine(course), price !== null && formatPrice(price)].filter(Boolean).join(', ')}
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
      {request.decided ? (
        <Decided request={request} page={page} />
      ) : (
        <Decisions
          request={request}
          page={page}
          mayWait={(seats?.kind === 'full' || request.waitingSince !== null) && request.admittedAt === null}
        />
      )}
    </li>
  )
}

function Decisions({
  request: { id, person, course },
  page,
  mayWait,
}: Omit<RowFacts, 'now'> & { mayWait: boolean }) {
  const about = `${person.firstName} ${person.lastName}, ${course.title}`
  return (
    <div className="queue-do">
      {mayWait && (
        <Form method="post" action={page} preventScrollReset>
          <input type="hidden" name="intent" value="admit" />
          <Submit
            name="enrolment"
            value={id}
            busy="Metto in lista..."
            data-key="l"
            aria-keyshortcuts="Shift+L"
            aria-label={`In lista: ${about}`}
          >
            In lista <RowKey letter="L" />
          </Submit>
        </Form>
      )}
      {/* Without a script a link only loads another address: the question that may follow has one of its own. */}
      <Form method="post" action={questionAddress(page, 'approve', id)} preventScrollReset>
        <input type="hidden" name="intent" value="approve" />
        <Submit
          id={openerOf('approve', id)}
          name="enrolment"
          value={id}
          busy="Approvo..."
          className={mayWait ? 'button button-quiet' : 'button'}
          data-key="a"
          aria-keyshortcuts="Shift+A"
          aria-label={`Approva: ${about}`}
        >
          Approva <RowKey letter="A" />
        </Submit>
      </Form>
      <Link
        id={openerOf('reject', id)}
        className="button button-quiet"
        data-key="r"
        aria-keyshortcuts="Shift+R"
        to={questionAddress(page, 'reject', id)}
        preventScrollReset
        aria-label={`Rifiuta: ${about}`}
      >
        Rifiuta <RowKey letter="R" />
      </Link>
    </div>
  )
}

/** What became of the request, in the place of its buttons. `page`: the list that taking it back leads to. */
function Decided({ request: { id, person, course, status, openDecision }, page }: Omit<RowFacts, 'now'>) {
  return (
    <div className="queue-do">
      {status === 'pending' ? (
        <span className="state">In lista d’attesa</span>
      ) : (
        <StateLabel state={status} />
      )}
      {openDecision && (
        <Form
          method="post"
          action={href('/admin/decisioni/:decision/ripristina', { decision: openDecision })}
          preventScrollReset
        >
          <input type="hidden" name="torna" value={page + requestAnchor(id)} />
          <Submit
            className="button button-quiet"
            name="decision"
            value={openDecision}
            busy="Ripristino..."
            data-key="z"
            aria-keyshortcuts="Shift+Z"
            aria-label={`Ripristina: ${person.firstName} ${person.lastName}, ${course.title}`}
          >
            Ripristina <RowKey letter="Z" />
          </Submit>
        </Form>
      )}
    </div>
  )
}

/** Its key, in sight while the keys act on the row. */
function RowKey({ letter }: { letter: string }) {
  return (
    <span className="row-key" aria-hidden="true">
      <kbd>⇧{letter}</kbd>
    </span>
  )
}
