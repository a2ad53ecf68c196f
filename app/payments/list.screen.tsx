import { href, Link, redirect } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { withA } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatEurosInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import { today } from '../runtime/clock'
import { siteSettings } from '../site/settings'
import { placeInOffice, withEdition } from '../ui/edition'
import { EmptyState } from '../ui/empty-state'
import { TableSearch } from '../ui/forms/table-search'
import { Icon } from '../ui/icon'
import { More } from '../ui/overlays/more'
import { PageHead } from '../ui/page-head'
import { addressWith, queryWith } from '../ui/query'
import { Chips } from '../ui/tables/chips'
import { Steps } from '../ui/tables/steps'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/list.screen'
import {
  openRefunds,
  type PaymentChoices,
  paymentChoices,
  paymentFigures,
  type ReceivedPayment,
  receivedPayments,
  unpaidEnrolments,
} from './list.queries.server'
import {
  AHEAD_DAYS,
  filterParameters,
  isDueView,
  PAYMENT_VIEWS,
  PAYMENTS_PAGE_SIZE,
  type PaymentFilter,
  type PaymentView,
  readPaymentQuery,
} from './list.rules'
import { PayerCells } from './payer-cells'
import { PayerChoice } from './payer-choice'
import { PaymentFigure } from './payment-figure'
import { PaymentFilters } from './payment-filters'
import { ReceiptLink } from './receipt-link'
import { RefundTable } from './refund-table'
import { REMINDER_DAYS_AFTER } from './reminders/rules'
import { formatterOfColumn, METHOD_LABELS } from './rules'
import { UnpaidTable } from './unpaid-table'
import './payments.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const query = readPaymentQuery(url.searchParams)
  const { loadSection, respond } = loadSections()
  const failureTitle = 'Impossibile caricare i pagamenti'
  const { view, isByCompany } = query
  const [figures, choices, unpaid, refunds, received] = await Promise.all([
    loadSection(failureTitle, paymentFigures(staff, query), undefined),
    loadSection(failureTitle, paymentChoices(staff, view, query.course), {
      editions: [],
      offices: [],
      months: [],
    }),
    isDueView(view)
      ? loadSection(failureTitle, unpaidEnrolments(staff, view, query, isByCompany), undefined)
      : undefined,
    view === 'da-rimborsare' ? loadSection(failureTitle, openRefunds(staff, query), undefined) : undefined,
    view === 'incassati' ? loadSection(failureTitle, receivedPayments(staff, query), undefined) : undefined,
  ])
  const rowCount = (unpaid ?? refunds ?? received)?.length
  if (query.page > 1 && rowCount === 0)
    throw redirect(href('/admin/pagamenti') + queryWith(url.search, { pagina: null }))
  return respond({
    ...query,
    figures,
    choices,
    unpaid: unpaid?.slice(0, PAYMENTS_PAGE_SIZE),
    refunds: refunds?.slice(0, PAYMENTS_PAGE_SIZE),
    received: received?.slice(0, PAYMENTS_PAGE_SIZE),
    foundCount: rowCount === undefined ? null : Math.min(rowCount, PAYMENTS_PAGE_SIZE),
    hasMore: rowCount !== undefined && rowCount > PAYMENTS_PAGE_SIZE,
    day: today(),
    automaticReminders: siteSettings().payments.automaticReminders,
  })
}

const EMPTY_TITLES: Record<PaymentView, string> = {
  scaduti: 'Nessun pagamento scaduto.',
  'in-arrivo': `Nessuna rata nei prossimi ${AHEAD_DAYS} giorni.`,
  'da-versare': 'Nessuno ha qualcosa da pagare.',
  'da-rimborsare': 'Nessun rimborso da fare.',
  incassati: 'Nessun incasso registrato.',
}

export default function PaymentList({ loaderData }: Route.ComponentProps) {
  const { view, text, month, isByCompany, page } = loaderData
  const { figures, choices, unpaid, refunds, received, foundCount, hasMore, day } = loaderData
  const viewParameter = view === 'scaduti' ? null : view
  const filters = filterParameters(loaderData)
  const filterNames = namesOfFilters(loaderData, choices)
  const isFiltered = filterNames.length > 0
  const search = queryWith('', { stato: viewParameter, q: text, ...filters })
  const listAddress = (change: Record<string, string | null>) =>
    href('/admin/pagamenti') + queryWith(search, { pagina: null, ...change })
  const counts: Partial<Record<string, number>> = figures
    ? {
        scaduti: figures.late.count,
        'in-arrivo': figures.ahead.count,
        'da-rimborsare': figures.toRefund.count,
      }
    : {}
  const inWords = (
    { count, euros }: { count: number; euros: number },
    singular = 'iscrizione',
    plural = 'iscrizioni',
  ) => ({
    sum: formatEurosInBrief(euros),
    about: `${formatCount(count, singular, plural)}${isFiltered ? ' con questi filtri' : ''}`,
  })
  const currentPage = listAddress({})
  return (
    <section className="admin-section" aria-labelledby="pagamenti">
      <PageHead title="Pagamenti" path={href('/admin/pagamenti')} noindex />
      <div className="admin-head payment-head">
        <h2 id="pagamenti">Pagamenti</h2>
        <div className="actions">
          <More of="Pagamenti">
            <Link to={href('/admin/pagamenti/commercialista')}>Per il commercialista</Link>
          </More>
          <Link className="button" to={href('/admin/pagamenti/estratto')}>
            <Icon name="up" /> Carica l’estratto conto
          </Link>
          <Link
            className="button button-main"
            to={addressWith(href('/admin/pagamenti'), { stato: 'da-versare' })}
          >
            <Icon name="plus" /> Registra un incasso
          </Link>
        </div>
      </div>
      {figures && (
        <dl className="payment-figures">
          <PaymentFigure name="Scaduti" {...inWords(figures.late)} isLate={figures.late.count > 0} />
          <PaymentFigure name={`Prossimi ${AHEAD_DAYS} giorni`} {...inWords(figures.ahead)} />
          {figures.toRefund.count > 0 && (
            <PaymentFigure name="Da restituire" {...inWords(figures.toRefund)} />
          )}
          <PaymentFigure
            name={`Incassati ${withA(formatDate(month ? `${month}-01` : day, month ? 'MMMM yyyy' : 'MMMM'))}`}
            {...inWords(figures.received, 'pagamento', 'pagamenti')}
          />
        </dl>
      )}
      <div className="tools payment-tools">
        <TableSearch
          label="Persona o azienda"
          text={text}
          action={href('/admin/pagamenti')}
          foundCount={foundCount}
          isPart={hasMore || page > 1}
          keep={{ stato: viewParameter, ...filters }}
        />
        <Chips
          label="Pagamenti"
          chips={Object.entries(PAYMENT_VIEWS).map(([word, name]) => ({
            name,
            to: listAddress({ stato: word === 'scaduti' ? null : word }),
            isChosen: view === word,
            isUrgent: word === 'scaduti' && (counts.scaduti ?? 0) > 0,
            count: counts[word],
          }))}
        />
        <PaymentFilters query={loaderData} choices={choices} keep={{ stato: viewParameter, q: text }} />
      </div>
      {view === 'da-versare' && (
        <p className="quiet">
          Qui c’è chi ha qualcosa da pagare; per gli altri{' '}
          <Link to={href('/admin/people') + queryWith('', { q: text })}>cerca tra le persone</Link>.
        </p>
      )}
      {foundCount === 0 && (
        <EmptyState
          title={isFiltered ? 'Nessun pagamento con questi filtri.' : EMPTY_TITLES[view]}
          act={
            isFiltered ? (
              <Link className="button" to={listAddress({ q: null, corso: null, sede: null, mese: null })}>
                Togli i filtri
              </Link>
            ) : undefined
          }
        >
          {isFiltered && `${capitalize(filterNames.join(', '))}.`}
        </EmptyState>
      )}
      {unpaid && unpaid.length > 0 && (
        <>
          <PayerChoice ids={unpaid.map(({ id }) => id)} page={currentPage}>
            <UnpaidTable rows={unpaid} day={day} page={currentPage} isByCompany={isByCompany} />
          </PayerChoice>
          {view === 'scaduti' && loaderData.automaticReminders && (
            <p className="payment-note">
              Il primo sollecito parte da sé {REMINDER_DAYS_AFTER} giorni dopo la scadenza; il secondo lo
              mandi tu.
            </p>
          )}
        </>
      )}
      {refunds && refunds.length > 0 && <RefundTable rows={refunds} page={currentPage} />}
      {received && received.length > 0 && <ReceivedTable rows={received} />}
      <Steps
        label="Pagine dei pagamenti"
        back={{
          label: 'Precedenti',
          to: page > 1 ? listAddress({ pagina: page > 2 ? String(page - 1) : null }) : undefined,
        }}
        onward={{ label: 'Successivi', to: hasMore ? listAddress({ pagina: String(page + 1) }) : undefined }}
      />
    </section>
  )
}

/** The filters of the list in words: '«rossi»', 'corso Marketing, 23 gen 2027', 'sede Fermo', 'novembre 2026'. */
function namesOfFilters(
  { text, course, office, month }: PaymentFilter,
  { editions }: PaymentChoices,
): string[] {
  const edition = editions.find(({ id }) => id === course)
  return [
    text && `«${text}»`,
    course && (edition ? `corso ${withEdition(edition)}` : 'il corso scelto'),
    office && `sede ${placeInOffice(office)}`,
    month && formatDate(`${month}-01`, 'MMMM yyyy'),
  ].filter(Boolean)
}

function ReceivedTable({ rows }: { rows: ReceivedPayment[] }) {
  const inEuros = formatterOfColumn(rows.map(({ amount }) => amount))
  return (
    <table className="table dense stack payment-table">
      <TableHead columns={['Chi ha pagato', 'Per che cosa', 'Ricevuto', 'Importo']} hidden="Azioni" />
      <tbody>
        {rows.map(({ id, amount, receivedOn, method, note, person, course }) => (
          <tr key={id}>
            <PayerCells person={person} course={course} />
            <td data-label="Ricevuto">
              <span className="num">{formatDate(receivedOn, 'd MMM yyyy')}</span>
              {' · '}
              {METHOD_LABELS[method].toLowerCase()}
              {note && <small>{note}</small>}
            </td>
            <td data-label="Importo" className={amount < 0 ? 'num payment-late' : 'num'}>
              {inEuros(amount)}
              {amount < 0 && <small>rimborso</small>}
            </td>
            <td className="payment-acts">
              {amount > 0 && (
                <ReceiptLink paymentId={id} of={`${person.lastName} ${person.firstName}, ${course.title}`} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
