import { data, href, Link } from 'react-router'
import { ACCOUNT_PATH } from '../../accounts/pages.rules'
import { memberFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { redirectWith } from '../../http/toasts.server'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/feed.screen'
import { openFeed, renewFeed } from './feed.commands.server'

const BACK = `${ACCOUNT_PATH}#calendario`

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  switch ((await readForm(request)).get('intent')) {
    case 'open':
      await openFeed(member)
      return redirectWith(BACK, { tone: 'success', title: 'Il tuo calendario è pronto' })
    case 'renew':
      await renewFeed(member)
      return redirectWith(BACK, {
        tone: 'success',
        title: 'Nuovo indirizzo creato',
        description: 'Quello di prima non funziona più: aggiungi il nuovo ai tuoi calendari.',
      })
    default:
      throw data(null, { status: 400 })
  }
}

export default function NewFeedAddress() {
  return (
    <Dialog title="Crea un nuovo indirizzo" closeTo={BACK}>
      <PageHead title="Crea un nuovo indirizzo" noindex />
      <Form method="post" action={href('/dashboard/calendario')} className="form" preventScrollReset>
        <p>
          L’indirizzo di adesso smette di funzionare: i calendari in cui lo hai aggiunto non riceveranno più
          le tue sessioni, finché non ci metti quello nuovo.
        </p>
        <div className="actions">
          <Submit className="button button-main" name="intent" value="renew" busy="Creazione...">
            Crea un nuovo indirizzo
          </Submit>
          <Link className="button" to={BACK} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
