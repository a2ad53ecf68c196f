import { Link } from 'react-router'
import { Icon } from '../../ui/icon'
import type { PendingRequest } from './queue.queries.server'
import { QueueRow } from './queue-row'
import { requestAfter } from './rules'
import './queue.css'

/** The oldest requests, on the overview. `now`: the instant of the server; `page`: the address of the overview. */
export function PendingList({
  pending: { requests, total },
  now,
  page,
}: {
  pending: { requests: PendingRequest[]; total: number }
  now: Date
  page: string
}) {
  return (
    <section aria-labelledby="richieste">
      <div className="admin-head">
        <h2 id="richieste" tabIndex={-1}>
          Richieste di iscrizione in attesa <span className="count num">{total}</span>
        </h2>
        <Link className="link" to="/admin/richieste">
          Tutte le richieste <Icon name="right" />
        </Link>
      </div>
      {requests.length === 0 && <p className="quiet">Nessuna richiesta in attesa.</p>}
      <QueueRows requests={requests} now={now} page={page} />
      {total > requests.length && <p className="hint">Sono mostrate le {requests.length} più vecchie.</p>}
    </section>
  )
}

export function QueueRows({
  requests,
  now,
  page,
  many,
}: {
  requests: PendingRequest[]
  now: Date
  page: string
  many?: string
}) {
  if (requests.length === 0) return null
  return (
    <ul className="queue">
      {requests.map((request) => (
        <QueueRow
          key={request.id}
          request={request}
          next={requestAfter(requests, request.id)}
          now={now}
          page={page}
          many={many}
        />
      ))}
    </ul>
  )
}
