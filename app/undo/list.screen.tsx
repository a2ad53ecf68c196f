import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { PageHead } from '../ui/page-head'
import { Steps } from '../ui/tables/steps'
import type { Route } from './+types/list.screen'
import { DecisionTitle } from './decision'
import { decisionsPage, type ListedDecision } from './queries.server'
import { DECISION_DAYS, decisionInWords } from './rules'
import { UndoForm } from './undo-form'
import './decisions.css'

const NO_DECISIONS: Partial<Awaited<ReturnType<typeof decisionsPage>>> & { decisions: ListedDecision[] } = {
  decisions: [],
}

/** Loads a page of decisions. `?dopo`, `?prima`: as `after` and `before` of `decisionsPage`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { loadSection, respond } = loadSections()
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  const bounds = { after: parameter('dopo'), before: parameter('prima') }
  const page = await loadSection('Impossibile caricare i dati', decisionsPage(staff, bounds), NO_DECISIONS)
  return respond({ ...page, now: new Date() })
}

export default function DecisionsScreen({ loaderData }: Route.ComponentProps) {
  const { decisions, back, onward, now, toasts } = loaderData
  return (
    <section className="admin-section" aria-labelledby="decisioni">
      <PageHead title="Ultime decisioni" noindex />
      <div className="admin-head">
        <h2 id="decisioni">Ultime decisioni</h2>
      </div>
      <p className="quiet">
        Degli ultimi {DECISION_DAYS} giorni. Puoi ripristinare com’era prima finché le email di una decisione
        non sono partite.
      </p>
      {decisions.length === 0 && toasts.length === 0 && <p className="quiet">Nessuna decisione.</p>}
      <ul className="list decisions">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <div>
              <DecisionTitle decision={decision} />
              <small>
                {[
                  formatDate(decision.madeAt, 'd MMMM yyyy, HH:mm'),
                  decision.madeBy,
                  outcomeInWords(decision, now),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {decision.isUndoable && <UndoForm decision={decision.id} about={decisionInWords(decision)} />}
          </li>
        ))}
      </ul>
      <Steps
        label="Altre decisioni"
        back={{ label: 'Più recenti', to: back && `${href('/admin/decisioni')}?prima=${back}` }}
        onward={{ label: 'Meno recenti', to: onward && `${href('/admin/decisioni')}?dopo=${onward}` }}
      />
    </section>
  )
}

/**
 * What became of a decision: when it was undone and by whom, or what became of its e-mails; undefined without e-mails.
 */
function outcomeInWords(decision: ListedDecision, now: Date): string | undefined {
  const { undoneAt, undoneBy, emailCount, sentCount, failedCount, isUndoable, heldUntil } = decision
  if (undoneAt)
    return `ripristinato ${withArticle('il', formatDate(undoneAt, 'd MMMM, HH:mm'))}${undoneBy ? `, da ${undoneBy}` : ''}`
  if (emailCount === 0) return undefined
  if (isUndoable && heldUntil > now)
    return `${formatCount(emailCount, 'email parte', 'email partono')} alle ${formatDate(heldUntil, 'HH:mm')}`
  const waitingCount = emailCount - sentCount - failedCount
  return [
    sentCount > 0 && formatCount(sentCount, 'email partita', 'email partite'),
    failedCount > 0 && formatCount(failedCount, 'email non consegnata', 'email non consegnate'),
    waitingCount > 0 && `${waitingCount} email in coda`,
  ]
    .filter(Boolean)
    .join(', ')
}
