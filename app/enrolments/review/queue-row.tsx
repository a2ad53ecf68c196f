import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { personPage } from '../../accounts/pages.rules'
import { PhoneLinks } from '../../accounts/phone-links'
import { seatsSentence } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { today } from '../../runtime/clock'
import { editionLine } from '../../ui/edition'
import { Form, Submit } from '../../ui/forms/form'
import { MailLink } from '../../ui/mail-link'
import { RowChoice } from '../../ui/tables/chosen-rows'
import { rosterPage } from '../pages.rules'
import { StateLabel } from '../state-label'
import { mayAdmit, waitingListPage } from '../waiting-list.rules'
import { openerId, questionAddress } from './buttons.rules'
import type { OtherEnrolment, QueueRequest } from './queue.queries.server'
import { ageInWords, isLate, paymentSentence, queueAddress, requestAnchor } from './queue.rules'

type RowFacts = {
  request: QueueRequest
  /** The time of the server, for the age. */
  now: Date
  /** Where decisions lead back to. */
  page: string
  /** The row can be chosen, on a page that decides about several requests. */
  mayChoose?: boolean | undefined
  /** The row is chosen initially. */
  isChosen: boolean
  /** What else the same person asks for or takes part in. */
  otherEnrolments?: OtherEnrolment[] | undefined
}

/** A request of the queue with its person, course, age and decisions. */
export function QueueRow({ request, now, page, mayChoose, isChosen, otherEnrolments = [] }: RowFacts) {
  const { person, course, requestedAt, awaitsAnswerSince } = request
  const name = `${person.firstName} ${person.lastName}`
  const seats = seatsSentence(course, request.seatsTaken)
  return (
    <li className="queue-row" id={requestAnchor(request.id).slice(1)} tabIndex={-1}>
      {mayChoose && !request.isDecided && (
        <RowChoice id={request.id} name={name} of={`${name}, ${course.title}`} isChosen={isChosen} />
      )}
      <div className="queue-who">
        <Link className="person-name" to={personPage(person.id)}>
          {name}
        </Link>
        <small>
          {person.company && (
            <Link to={`${href('/admin/people')}?${new URLSearchParams({ q: person.company })}`}>
              {person.company}
            </Link>
          )}
          {person.company && person.phone && ' · '}
          {person.phone && <PhoneLinks phone={person.phone} />}
        </small>
        <small>
          <MailLink address={person.email} />
        </small>
      </div>
      <div className="queue-what">
        <b>{course.title}</b>
        {request.admittedAt && !request.isDecided && <small>È in lista d’attesa</small>}
        <small>
          {editionLine(course)}
          {seats && <Seats request={request} seats={seats} />}
        </small>
        <small>{paymentSentence(request)}</small>
      </div>
      <p className="queue-age num">
        <b className={isLate(awaitsAnswerSince, now) ? 'late' : undefined}>
          {ageInWords(awaitsAnswerSince, now)}
        </b>
        <small>{formatDate(requestedAt, 'dd/MM/yyyy HH:mm')}</small>
      </p>
      {request.isDecided ? (
        <DecisionTaken request={request} page={page} />
      ) : (
        <DecisionButtons
          request={request}
          page={page}
          isFull={seats?.kind === 'full'}
          isAdmissible={mayAdmit(request, { ...course, seatsTaken: request.seatsTaken }, today(now)).ok}
        />
      )}
      {otherEnrolments.length > 0 && <OtherEnrolments enrolments={otherEnrolments} />}
    </li>
  )
}

/** The seats of the course of a request in words (`seats`), and how many people are on its list. */
function Seats({
  request: { course, peopleWaiting, waitingSince },
  seats,
}: {
  request: QueueRequest
  seats: NonNullable<ReturnType<typeof seatsSentence>>
}) {
  return (
    <>
      {' · '}
      <span className={seats.kind === 'free' ? undefined : 'few'}>
        {seats.text}
        {peopleWaiting > 0 && (
          <>
            , <Link to={waitingListPage(course.id)}>{peopleWaiting} in lista</Link>
            {!waitingSince && ': questa andrebbe in fondo'}
          </>
        )}
      </span>
    </>
  )
}

/** Most other enrolments that a row names. */
const MOST_NAMED = 3

/**
 * Other enrolments of the person: 'Ha chiesto anche Gestione dei Progetti. È già in Marketing Strategico, in corso.'
 */
function OtherEnrolments({ enrolments }: { enrolments: OtherEnrolment[] }) {
  const named = enrolments.slice(0, MOST_NAMED)
  const more = enrolments.length - MOST_NAMED
  return (
    <p className="queue-other-enrolments">
      {[...new Set(named.map(({ status }) => WORDS_BEFORE_COURSE[status]))].map((words) => (
        <span key={words}>
          {words}{' '}
          {named
            .filter(({ status }) => WORDS_BEFORE_COURSE[status] === words)
            .map((other, i) => (
              <Fragment key={other.id}>
                {i > 0 && ', '}
                <OtherEnrolmentInWords other={other} />
              </Fragment>
            ))}
          .{' '}
        </span>
      ))}
      {more > 0 && `E ${more === 1 ? 'un’altra iscrizione' : `altre ${more} iscrizioni`}.`}
    </p>
  )
}

/** Another enrolment in words: 'Gestione dei Progetti, richiesta rifiutata il 3 dicembre: «completo»'. */
function OtherEnrolmentInWords({
  other: { id, status, admittedAt, course, rejectedAt, rejectReason },
}: {
  other: OtherEnrolment
}) {
  const requestPage = admittedAt
    ? waitingListPage(course.id)
    : queueAddress({ corso: course.id }) + requestAnchor(id)
  const to = status === 'pending' ? requestPage : rosterPage(course.id)
  return (
    <>
      <Link to={to}>{course.title}</Link>
      {status === 'pending' && admittedAt && ', in lista d’attesa'}
      {status === 'in_progress' && ', in corso'}
      {status === 'rejected' &&
        `, richiesta rifiutata ${withArticle('il', formatDate(rejectedAt, 'd MMMM'))}${rejectReason ? `: «${rejectReason.replace(/\.$/, '')}»` : ''}`}
    </>
  )
}

/** The words before the course of another enrolment, by the state of that enrolment. */
const WORDS_BEFORE_COURSE = {
  pending: 'Ha chiesto anche',
  approved: 'È già in',
  in_progress: 'È già in',
  completed: 'Ha concluso',
  rejected: 'Aveva chiesto',
} as const

/**
 * The buttons that decide about a request. `isFull`: the approval asks first whether to exceed the seats;
 * `isAdmissible`: the request can be admitted to the waiting list (`mayAdmit`), which is then the prominent button.
 */
function DecisionButtons({
  request: { id, person, course },
  page,
  isFull,
  isAdmissible,
}: Pick<RowFacts, 'request' | 'page'> & { isFull: boolean; isAdmissible: boolean }) {
  const about = aboutRequest({ person, course })
  const approve = isFull ? 'Approva comunque…' : 'Approva'
  return (
    <div className="queue-decisions">
      {isAdmissible && (
        <Form method="post" action={page} preventScrollReset>
          <input type="hidden" name="intent" value="admit" />
          <Submit
            className="button button-small"
            name="enrolment"
            value={id}
            busy="Metto in lista..."
            {...keyAndLabel('L', 'Metti in lista', about)}
          >
            Metti in lista <RowKey letter="L" />
          </Submit>
        </Form>
      )}
      {/* The question that may follow has its own address: without the script only another address closes it. */}
      <Form method="post" action={questionAddress(page, 'approve', id)} preventScrollReset>
        <input type="hidden" name="intent" value="approve" />
        <Submit
          id={openerId('approve', id)}
          name="enrolment"
          value={id}
          busy="Approvo..."
          className={isAdmissible ? 'queue-approve-anyway' : 'button button-small'}
          {...keyAndLabel('A', approve, about)}
        >
          {approve} <RowKey letter="A" />
        </Submit>
      </Form>
      <Link
        id={openerId('reject', id)}
        className="button button-small button-quiet"
        to={questionAddress(page, 'reject', id)}
        preventScrollReset
        {...keyAndLabel('R', 'Rifiuta…', about)}
      >
        Rifiuta… <RowKey letter="R" />
      </Link>
    </div>
  )
}

/**
 * The decision about a request, in place of its buttons, and the button that takes it back and leads to `page`. A
 * decision about several requests is taken back from the list of decisions, which says what it concerns.
 */
function DecisionTaken({
  request: { id, person, course, status, openDecision, decidedTogether },
  page,
}: Pick<RowFacts, 'request' | 'page'>) {
  return (
    <div className="queue-decisions">
      {status === 'pending' ? (
        <span className="state">In lista d’attesa</span>
      ) : (
        <StateLabel state={status} />
      )}
      {openDecision && decidedTogether > 1 && (
        <small>
          insieme {decidedTogether === 2 ? 'a un’altra' : `ad altre ${decidedTogether - 1}`}:{' '}
          <Link className="link" to={href('/admin/decisioni')}>
            Ultime decisioni
          </Link>
        </small>
      )}
      {openDecision && decidedTogether === 1 && (
        <Form
          method="post"
          action={href('/admin/decisioni/:decision/ripristina', { decision: openDecision })}
          preventScrollReset
        >
          <input type="hidden" name="torna" value={page + requestAnchor(id)} />
          <Submit
            className="button button-small button-quiet"
            name="decision"
            value={openDecision}
            busy="Ripristino..."
            {...keyAndLabel('Z', 'Ripristina', aboutRequest({ person, course }))}
          >
            Ripristina <RowKey letter="Z" />
          </Submit>
        </Form>
      )}
    </div>
  )
}

const aboutRequest = ({ person, course }: Pick<QueueRequest, 'person' | 'course'>) =>
  `${person.firstName} ${person.lastName}, ${course.title}`

/** The attributes of a button that a key presses with Shift. `about`: the request, for screen readers. */
const keyAndLabel = (letter: string, label: string, about: string) => ({
  'data-key': letter.toLowerCase(),
  'aria-keyshortcuts': `Shift+${letter}`,
  'aria-label': `${label}: ${about}`,
})

/** The key of a button, in sight while keys act on the row. */
function RowKey({ letter }: { letter: string }) {
  return (
    <span className="row-key" aria-hidden="true">
      <kbd>⇧{letter}</kbd>
    </span>
  )
}
