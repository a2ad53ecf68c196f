import { href, Link, useOutlet } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { loadSections } from '../../http/toasts.server'
import { EmptyState } from '../../ui/empty-state'
import { TableSearch } from '../../ui/forms/table-search'
import { PageHead } from '../../ui/page-head'
import { Chips } from '../../ui/tables/chips'
import { Steps } from '../../ui/tables/steps'
import type { Route } from './+types/list.screen'
import { ContactTable } from './contact-table'
import { contactsPage } from './queries.server'
import { CONTACT_FILTERS, type ContactFilter, type InboxView, inboxAddress, inboxView } from './rules'
import './inbox.css'

const NO_ROWS = { contacts: [], back: undefined, onward: undefined }

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = inboxView(url.searchParams)
  const { loadSection, respond } = loadSections()
  const page = await loadSection(
    'Impossibile caricare i dati',
    contactsPage(staffFrom(context), view),
    NO_ROWS,
  )
  return respond({ view, ...page })
}

const EMPTY_TITLES: Record<ContactFilter, string> = {
  nuove: 'Nessuna richiesta da gestire.',
  gestite: 'Nessuna richiesta gestita.',
  tutte: 'Nessuna richiesta.',
}

export default function Inbox({
  loaderData: { view, contacts, back, onward, toasts },
}: Route.ComponentProps) {
  const dialog = useOutlet()
  const { q, stato } = view
  return (
    <section className="admin-section" aria-labelledby="contatti">
      {dialog ?? <PageHead title="Richieste di contatto" path={href('/admin/contacts')} noindex />}
      <div className="admin-head">
        <h2 id="contatti">Richieste di contatto</h2>
      </div>
      <div className="tools">
        <TableSearch
          label="Nome, email o messaggio"
          text={q}
          action={href('/admin/contacts')}
          foundCount={toasts.length > 0 ? null : contacts.length}
          isPart={Boolean(back ?? onward)}
          keep={{ stato: stato === 'nuove' ? null : stato }}
        />
        <Chips label="Stato" chips={chipsOf(view)} />
      </div>
      {contacts.length === 0 && toasts.length === 0 && <NoContacts view={view} />}
      {contacts.length > 0 && <ContactTable contacts={contacts} view={view} />}
      <Steps
        label="Pagine delle richieste"
        back={{ label: 'Più recenti', to: back && inboxAddress({ ...view, dopo: '', prima: back }) }}
        onward={{ label: 'Meno recenti', to: onward && inboxAddress({ ...view, prima: '', dopo: onward }) }}
      />
    </section>
  )
}

function chipsOf(view: InboxView) {
  const words = Object.keys(CONTACT_FILTERS) as ContactFilter[]
  return words.map((stato) => ({
    name: CONTACT_FILTERS[stato],
    to: inboxAddress({ ...view, stato, dopo: '', prima: '' }),
    isChosen: view.stato === stato,
  }))
}

function NoContacts({ view }: { view: InboxView }) {
  if (view.q === '') return <EmptyState title={EMPTY_TITLES[view.stato]} />
  return (
    <EmptyState
      title="Nessuna richiesta trovata."
      act={<Link to={inboxAddress({ ...view, q: '', dopo: '', prima: '' })}>Togli la ricerca</Link>}
    />
  )
}
