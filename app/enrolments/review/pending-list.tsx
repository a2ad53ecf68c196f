import { href, Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Icon } from '../../ui/icon'
import type { PendingRequest } from './queue.queries.server'
import { QueueRow } from './queue-row'
import './queue.css'

/** Requests in sight before the others are asked for. */
const IN_SIGHT = 10

/**
 * Every pending request, newest first, on the overview. `now`: the instant of the server; `page`: the address of the
 * overview.
 */
export function PendingList({
  pending: { requests, all },
  now,
  page,
}: {
  pending: { requests: PendingRequest[]; all: number }
  now: Date
  page: string
}) {
  const hiddenRequests = requests.slice(IN_SIGHT)
  const undecided = requests.filter(({ decided }) => !decided).length
  return (
    <section aria-labelledby="richieste">
      <div className="admin-head">
        <h2 id="richieste" tabIndex={-1}>
          Richieste di iscrizione in attesa <span className="count num">{all}</span>
        </h2>
        <Link className="link" to={href('/admin/richieste')}>
          Tutte le richieste <Icon name="right" />
        </Link>
      </div>
      {requests.length === 0 && <p className="quiet">Nessuna richiesta in attesa.</p>}
      <QueueRows requests={requests.slice(0, IN_SIGHT)} now={now} page={page} />
      {hiddenRequests.length > 0 && (
        <details className="queue-others" open={hiddenRequests.some(({ decided }) => decided) || undefined}>
          <summary>{formatCount(hiddenRequests.length, 'altra richiesta', 'altre richieste')}</summary>
          <QueueRows requests={hiddenRequests} now={now} page={page} />
        </details>
      )}
      {all > undecided && <p className="hint">Sono mostrate le {undecided} più recenti.</p>}
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
    <ul className={requests.some(({ decided }) => decided) ? 'queue queue-settles' : 'queue'}>
      {requests.map((request) => (
        <QueueRow key={request.id} request={request} now={now} page={page} many={many} />
      ))}
    </ul>
  )
}
