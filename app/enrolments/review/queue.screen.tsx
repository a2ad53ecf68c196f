import { href, Link, redirect, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { loadSections } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { hasErrors } from '../../ui/forms/error-summary'
import { Icon } from '../../ui/icon'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { addressWith } from '../../ui/query'
import { Steps } from '../../ui/tables/steps'
import type { Route } from './+types/queue.screen'
import { answerButton, type ButtonResult, requestToReject } from './form-actions.server'
import { OpenQuestion } from './open-question'
import {
  enrolmentsOfPeople,
  type QueueCounts,
  queueCounts,
  queuePage,
  recentlyRejected,
} from './queue.queries.server'
import {
  decidedIds,
  LATE_DAYS,
  listAfter,
  QUEUE_ORDERS,
  type QueueView,
  queueAddress,
  queueView,
  withDecided,
} from './queue.rules'
import { QueueFilters } from './queue-filters'
import { KEYS_HELP_PARAMETER, QueueKeys, QueueKeysDialog } from './queue-keys'
import { QueueMany } from './queue-many'
import { QueueRows } from './queue-rows'
import { RejectedList } from './rejected-list'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const view = queueView(url.searchParams)
  const decided = decidedIds(url.searchParams)
  // The form of the filters also sends its empty fields: the address of the view leaves them out.
  if ([...url.searchParams.values()].includes('')) throw redirect(queueAddress(view))
  const { loadSection, respond } = loadSections()
  const failed = 'Impossibile caricare le richieste di iscrizione'
  const emptyPage = { requests: [], back: undefined, onward: undefined }
  const [pageOfRequests, counts, rejected, question] = await Promise.all([
    loadSection(failed, queuePage(staff, view, decided), emptyPage),
    loadSection(failed, queueCounts(staff, view), null),
    loadSection(failed, recentlyRejected(staff), []),
    loadSection(failed, requestToReject(staff, url.searchParams.get('rifiuta')), {}),
  ])
  const enrolments = await loadSection(failed, enrolmentsOfPeople(staff, pageOfRequests.requests), [])
  const { toReject, toast } = question
  return respond(
    {
      view,
      page: listAddress(url),
      ...pageOfRequests,
      enrolments,
      counts,
      rejected,
      toReject,
      now: new Date(),
    },
    ...(toast ? [toast] : []),
  )
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const page = listAddress(url)
  return answerButton(staffFrom(context), request, await readForm(request), (intent, id) =>
    listAfter(page, intent, id),
  )
}

/** The address of the list, in which the requests that were decided on it stay. */
function listAddress({ searchParams }: URL): string {
  return withDecided(queueAddress(queueView(searchParams)), decidedIds(searchParams))
}

const TITLE = 'Richieste di iscrizione in attesa'

export default function Queue({ loaderData, actionData }: Route.ComponentProps) {
  const { view, page, requests, enrolments, back, onward, counts, rejected, toReject, now, toasts } =
    loaderData
  const result: ButtonResult = actionData ?? {}
  const asksForHelp = new URLSearchParams(useLocation().search).has(KEYS_HELP_PARAMETER)
  const newestFirst = view.ordine === 'recenti'
  return (
    <section className="admin-section" aria-labelledby="richieste">
      {result.toasts && <Toasts toasts={result.toasts} />}
      {asksForHelp ? (
        <QueueKeysDialog closeTo={page} />
      ) : (
        <PageHead title={TITLE} path={href('/admin/richieste')} noindex error={hasErrors(result)} />
      )}
      <div className="admin-head">
        <div>
          <h2 id="richieste" tabIndex={-1}>
            {TITLE}
          </h2>
          {counts && <QueueSummary counts={counts} view={view} />}
        </div>
        <Link className="button" to={href('/admin/decisioni')}>
          <Icon name="undo" /> Ultime decisioni
        </Link>
      </div>
      {counts && <QueueFilters view={view} counts={counts} />}
      {requests.length === 0 && toasts.length === 0 && (
        <p className="quiet">
          {isFiltered(view) ? 'Nessuna richiesta trovata.' : 'Nessuna richiesta in attesa.'}
        </p>
      )}
      <QueueMany
        page={page}
        requests={requests.filter(({ isDecided }) => !isDecided)}
        keys={<QueueKeys help={addressWith(page, { [KEYS_HELP_PARAMETER]: 'tasti' })} />}
        result={result}
      >
        <QueueRows
          requests={requests}
          now={now}
          page={page}
          mayChoose
          chosenIds={result.chosenIds}
          enrolments={enrolments}
        />
      </QueueMany>
      <Steps
        label="Pagine delle richieste"
        back={{
          label: newestFirst ? 'Più recenti' : 'Più vecchie',
          to: back && queueAddress({ ...view, dopo: '', prima: back }),
        }}
        onward={{
          label: newestFirst ? 'Più vecchie' : 'Più recenti',
          to: onward && queueAddress({ ...view, prima: '', dopo: onward }),
        }}
      />
      <RejectedList rejected={rejected} page={page} />
      <OpenQuestion toReject={toReject} result={result} page={page} />
    </section>
  )
}

const isFiltered = ({ corso, eta, posti }: QueueView) => corso !== '' || eta !== '' || posti !== ''

/** The queue in short: '5 richieste, le più vecchie per prime. 2 aspettano da almeno 5 giorni.' */
function QueueSummary({ counts: { total, late }, view }: { counts: QueueCounts; view: QueueView }) {
  return (
    <p className="quiet" aria-live="polite">
      {formatCount(total, 'richiesta', 'richieste')}
      {total > 1 && `, ${QUEUE_ORDERS[view.ordine].toLowerCase()} per prime`}.{' '}
      {isFiltered(view) ? (
        <Link className="link" to={queueAddress({ ordine: view.ordine })} preventScrollReset>
          Mostra tutte
        </Link>
      ) : (
        late > 0 && `${formatCount(late, 'aspetta', 'aspettano')} da almeno ${LATE_DAYS} giorni.`
      )}
    </p>
  )
}
