import { href, Link, redirect } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { BackLink } from '../ui/back-link'
import { EmptyState } from '../ui/empty-state'
import { TableSearch } from '../ui/forms/table-search'
import { PageHead } from '../ui/page-head'
import { queryWith } from '../ui/query'
import { Steps } from '../ui/tables/steps'
import type { Route } from './+types/choose-payer.screen'
import { ALL_PAYMENTS, unpaidEnrolments } from './list.queries.server'
import { PAYMENTS_PAGE_SIZE, readPaymentQuery } from './list.rules'
import { UnpaidTable } from './unpaid-table'
import './payments.css'

/** Lists everybody who has something to pay. `?q`: words of the person or company; `?pagina`: the page, from 1. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { text, page } = readPaymentQuery(url.searchParams)
  const { loadSection, respond } = loadSections()
  const finding = unpaidEnrolments(staffFrom(context), 'all', { ...ALL_PAYMENTS, text, page })
  const noRows: never[] = []
  const rows = await loadSection('Impossibile caricare i pagamenti', finding, noRows)
  if (page > 1 && rows.length === 0 && rows !== noRows)
    throw redirect(href('/admin/pagamenti/incasso') + queryWith('', { q: text }))
  return respond({
    rows: rows.slice(0, PAYMENTS_PAGE_SIZE),
    hasMore: rows.length > PAYMENTS_PAGE_SIZE,
    text,
    page,
    day: today(),
  })
}

export default function ChoosePayer({
  loaderData: { rows, hasMore, text, page, day, toasts },
}: Route.ComponentProps) {
  const path = href('/admin/pagamenti/incasso')
  const addressOfPage = (page: number) =>
    path + queryWith('', { q: text, pagina: page > 1 ? String(page) : null })
  return (
    <section className="admin-section" aria-labelledby="incasso">
      <PageHead title="Registra un incasso" noindex />
      <BackLink to={href('/admin/pagamenti')}>Pagamenti</BackLink>
      <h2 id="incasso">Registra un incasso</h2>
      <p className="quiet">Di chi è? Qui c’è chi ha qualcosa da pagare; per gli altri apri la persona.</p>
      <div className="tools payment-tools">
        <TableSearch
          label="Persona o azienda"
          text={text}
          action={path}
          foundCount={toasts.length > 0 ? null : rows.length}
          isPart={hasMore || page > 1}
        />
      </div>
      {rows.length === 0 && toasts.length === 0 && (
        <EmptyState
          title={text ? 'Nessuno con questo nome ha qualcosa da pagare.' : 'Nessuno ha qualcosa da pagare.'}
          act={
            text ? (
              <Link className="button" to={href('/admin/people') + queryWith('', { q: text })}>
                Cerca tra le persone
              </Link>
            ) : undefined
          }
        />
      )}
      {rows.length > 0 && <UnpaidTable rows={rows} day={day} page={addressOfPage(page)} />}
      <Steps
        label="Pagine dei pagamenti"
        back={{ label: 'Precedenti', to: page > 1 ? addressOfPage(page - 1) : undefined }}
        onward={{ label: 'Successivi', to: hasMore ? addressOfPage(page + 1) : undefined }}
      />
    </section>
  )
}
