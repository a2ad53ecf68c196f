import { href, Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { useFold } from '../../ui/fold'
import { Icon } from '../../ui/icon'
import type { QueueRequest } from './queue.queries.server'
import { LATE_DAYS } from './queue.rules'
import { QueueRows } from './queue-rows'
import './queue.css'

/** Requests that are in sight before the user unfolds the others. */
const IN_SIGHT = 10

/**
 * The pending requests, newest first, folded until the user opens them or decides about one. `pending`: from
 * `pendingRequests`; `isOpen`: a question about one is open; `now`: the time of the server, for ages; `page`: the
 * address of the overview.
 */
export function PendingList({
  pending: { requests, pendingCount, lateCount },
  now,
  page,
  isOpen,
}: {
  pending: { requests: QueueRequest[]; pendingCount: number; lateCount: number }
  now: Date
  page: string
  isOpen: boolean
}) {
  const hiddenRequests = requests.slice(IN_SIGHT)
  const hasDecided = (shownRequests: QueueRequest[]) => shownRequests.some(({ isDecided }) => isDecided)
  const fold = useFold(isOpen || hasDecided(requests))
  const othersFold = useFold(hasDecided(hiddenRequests))
  const shownPendingCount = requests.filter(({ status }) => status === 'pending').length
  const heading = (
    <h3 id="richieste" tabIndex={-1}>
      Richieste di iscrizione in attesa <span className="num">{pendingCount}</span>
    </h3>
  )
  if (requests.length === 0)
    return (
      <section className="pending-strip" aria-labelledby="richieste">
        {heading} <p className="quiet">Nessuna richiesta in attesa.</p>
      </section>
    )
  return (
    <section aria-labelledby="richieste">
      <details {...fold} className="pending-strip">
        <summary>
          {heading}
          {lateCount > 0 && (
            <b className="few">
              {lateCount} da almeno {LATE_DAYS} giorni
            </b>
          )}
          <Icon name="fold" />
        </summary>
        <QueueRows requests={requests.slice(0, IN_SIGHT)} now={now} page={page} />
        {hiddenRequests.length > 0 && (
          <details {...othersFold} className="queue-others">
            <summary>{formatCount(hiddenRequests.length, 'altra richiesta', 'altre richieste')}</summary>
            <QueueRows requests={hiddenRequests} now={now} page={page} />
          </details>
        )}
        {pendingCount > shownPendingCount && (
          <p className="hint">Sono mostrate le {shownPendingCount} più recenti.</p>
        )}
        <Link className="link" to={href('/admin/richieste')}>
          Apri Richieste: posti, filtri, più richieste insieme
        </Link>
      </details>
    </section>
  )
}
