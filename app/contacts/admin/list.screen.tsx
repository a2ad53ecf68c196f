import { href, useOutlet } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { loadSections } from '../../http/toasts.server'
import { TextFilter } from '../../ui/forms/text-filter'
import { PageHead } from '../../ui/page-head'
import { Steps } from '../../ui/tables/steps'
import type { Route } from './+types/list.screen'
import { ContactTable } from './contact-table'
import { contactsPage } from './queries.server'
import { CONTACT_FILTERS, type Filter, inboxAddress, inboxView } from './rules'
import './inbox.css'

const NOBODY = { contacts: [], back: undefined, onward: undefined }

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = inboxView(url.searchParams)
  const { loadSection, respond } = loadSections()
  const found = await loadSection(
    'Impossibile caricare i dati',
    contactsPage(staffFrom(context), view),
    NOBODY,
  )
  return respond({ view, ...found })
}

const NONE: Record<Filter, string> = {
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
    <section className="admin-row" aria-labelledby="contatti">
      {dialog ?? <PageHead title="Richieste di contatto" path={href('/admin/contacts')} noindex />}
      <div className="admin-head">
        <h2 id="contatti">Richieste di contatto</h2>
      </div>
      <TextFilter
        action={href('/admin/contacts')}
        text={{ value: q, placeholder: 'Nome, email o messaggio' }}
        choice={{ name: 'stato', label: 'Stato', value: stato, options: CONTACT_FILTERS }}
        reset={q !== '' || stato !== 'nuove'}
      />
      {contacts.length === 0 && toasts.length === 0 && (
        <p className="quiet">{q ? 'Nessuna richiesta trovata.' : NONE[stato]}</p>
      )}
      {contacts.length > 0 && <ContactTable contacts={contacts} view={view} />}
      <Steps
        label="Pagine delle richieste"
        back={{ label: 'Più recenti', to: back && inboxAddress({ ...view, dopo: '', prima: back }) }}
        onward={{ label: 'Meno recenti', to: onward && inboxAddress({ ...view, prima: '', dopo: onward }) }}
      />
    </section>
  )
}
