import { millisecondsInMinute } from 'date-fns/constants'
import { href, Link } from 'react-router'
import { formatCount } from '../italian/numbers'
import { Icon } from '../ui/icon'
import { DecisionTitle } from './decision'
import type { ListedDecision } from './queries.server'
import { aboutOf } from './rules'
import { UndoForm } from './undo-form'
import './decisions.css'

/** Decisions that can still be taken back. `now`: the instant of the server. */
export function LatestDecisions({ decisions, now }: { decisions: ListedDecision[]; now: Date }) {
  if (decisions.length === 0)
    return (
      <p className="no-decisions">
        <Link className="link" to={href('/admin/decisioni')}>
          Ultime decisioni <Icon name="right" />
        </Link>
      </p>
    )
  return (
    <section className="latest-decisions" aria-labelledby="ultime-decisioni">
      <div className="admin-head">
        <h2 id="ultime-decisioni">Ultime decisioni</h2>
        <Link className="link" to={href('/admin/decisioni')}>
          Tutte <Icon name="right" />
        </Link>
      </div>
      <ul className="decisions">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <div>
              <DecisionTitle decision={decision} />
              <small>{leaves(decision, now)}</small>
            </div>
            <UndoForm decision={decision.id} about={aboutOf(decision)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 'le email partono tra 4 minuti' */
function leaves({ emails, heldUntil }: ListedDecision, now: Date): string {
  const minutes = Math.max(1, Math.ceil((heldUntil.getTime() - now.getTime()) / millisecondsInMinute))
  if (emails === 0) return `si può ripristinare ancora per ${formatCount(minutes, 'minuto', 'minuti')}`
  if (heldUntil <= now) return emails === 1 ? 'email in coda' : `${emails} email in coda`
  const time = `tra ${formatCount(minutes, 'minuto', 'minuti')}`
  return emails === 1 ? `l’email parte ${time}` : `${emails} email partono ${time}`
}
