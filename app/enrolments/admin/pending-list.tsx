import { Link, useLocation } from 'react-router'
import { pageQuery } from '../../courses/admin/rules'
import { seatsLeft } from '../../courses/rules'
import { Form } from '../../ui/form'
import { formatDate } from '../../ui/format'
import { MailLink } from '../../ui/mail-link'
import { queryWith } from '../../ui/query'
import { Submit } from '../../ui/submit'
import type { pendingRequests } from './queries.server'
import { ageOf, isLate, LATE_DAYS, placeOf, rejectLinkOf, requestAfter } from './rules'

type Pending = Awaited<ReturnType<typeof pendingRequests>>
type Request = Pending['requests'][number]

const REQUEST_DATE = 'dd/MM/yyyy HH:mm'

/** Newest first; with `onlyLate` late requests, oldest first. `now`: the instant of the server. */
export function PendingList({
  pending: { requests, total, late, onlyLate },
  now,
}: {
  pending: Pending & { onlyLate: boolean }
  now: Date
}) {
  const query = pageQuery(useLocation().search)
  const waiting = onlyLate ? late : total
  return (
    <section aria-labelledby="richieste">
      <div className="admin-head">
        <h2 id="richieste" tabIndex={-1}>
          Richieste di iscrizione in attesa <span className="count num">{total}</span>
        </h2>
      </div>
      {onlyLate && (
        <p className="quiet">
          Quelle che aspettano da almeno {LATE_DAYS} giorni: {late}.{' '}
          <Link className="link" to={`/admin${queryWith(query, { richieste: null })}#richieste`}>
            Mostra tutte
          </Link>
        </p>
      )}
      {requests.length === 0 && !onlyLate && <p className="quiet">Nessuna richiesta in attesa.</p>}
      <ul className="requests">
        {requests.map((request) => (
          <Row key={request.id} request={request} next={requestAfter(requests, request.id)} now={now} />
        ))}
      </ul>
      {waiting > requests.length && (
        <p className="quiet">
          Sono mostrate le {requests.length} {onlyLate ? 'più vecchie' : 'più recenti'}: le altre compaiono
          man mano che decidi.
        </p>
      )}
    </section>
  )
}

function Row({
  request: { id, person, course, requestedAt, seatsTaken },
  next,
  now,
}: {
  request: Request
  next: string | undefined
  now: Date
}) {
  const query = pageQuery(useLocation().search)
  const name = `${person.firstName} ${person.lastName}`
  const full = seatsLeft(course, seatsTaken) === 0
  return (
    <li>
      <p>
        <Link className="person-name" to={`/admin/people/${person.id}`}>
          {name}
        </Link>
        <br />
        <MailLink className="quiet" address={person.email} />
        {[person.company, person.phone].filter(Boolean).map((detail) => (
          <span key={detail} className="quiet detail">
            {detail}
          </span>
        ))}
      </p>
      <p>
        {course.title}
        {full && (
          <>
            <br />
            <b className="few">Al completo</b>
          </>
        )}
      </p>
      <p className="num">
        <span className={isLate(requestedAt, now) ? 'age age-late' : 'age'}>{ageOf(requestedAt, now)}</span>
        <br />
        <span className="quiet">{formatDate(requestedAt, REQUEST_DATE)}</span>
      </p>
      <div className="actions">
        {/* Without a script a link only loads another address: the question that may follow has one of its own. */}
        <Form method="post" action={`/admin${queryWith(query, { approva: id })}`} preventScrollReset>
          <input type="hidden" name="intent" value="approve" />
          {next && <input type="hidden" name="next" value={next} />}
          <Submit
            id={placeOf(id).slice(1)}
            name="enrolment"
            value={id}
            busy="Approvo..."
            aria-label={`Approva: ${name}, ${course.title}`}
          >
            Approva
          </Submit>
        </Form>
        <Link
          id={rejectLinkOf(id).slice(1)}
          className="button button-quiet"
          to={`/admin${queryWith(query, { rifiuta: id })}`}
          preventScrollReset
          aria-label={`Rifiuta: ${name}, ${course.title}`}
        >
          Rifiuta
        </Link>
      </div>
    </li>
  )
}
