import { data, href, redirect } from 'react-router'
import { ACCOUNT_PATH } from '../../../accounts/pages.rules'
import { memberFrom } from '../../../accounts/session/session.server'
import { readForm } from '../../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../../http/toasts.server'
import { QuestionDialog } from '../../../ui/overlays/question-dialog'
import type { Route } from './+types/feed.screen'
import { openFeed, renewFeed } from './commands.server'

const FAILED = 'Impossibile creare l’indirizzo del calendario'
const CALENDAR_SECTION = `${ACCOUNT_PATH}#calendario`

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  switch ((await readForm(request)).get('intent')) {
    case 'open':
      // This form stands on the page of the account: the page of this address asks about another one.
      await readOrRedirect(CALENDAR_SECTION, FAILED, openFeed(member))
      return redirectWith(CALENDAR_SECTION, { tone: 'success', title: 'Il tuo calendario è pronto' })
    case 'renew':
      return withErrorToast(FAILED, async () => {
        if (!(await renewFeed(member))) return redirect(CALENDAR_SECTION)
        return redirectWith(CALENDAR_SECTION, {
          tone: 'success',
          title: 'Nuovo indirizzo creato',
          description: 'Quello di prima non funziona più: aggiungi il nuovo ai tuoi calendari.',
        })
      })
    default:
      throw data(null, { status: 400 })
  }
}

export default function NewFeedAddress() {
  return (
    <QuestionDialog
      title="Crea un nuovo indirizzo"
      closeTo={CALENDAR_SECTION}
      action={href('/dashboard/calendario')}
      name="intent"
      value="renew"
      busy="Creazione..."
      button="Crea un nuovo indirizzo"
    >
      <p>
        L’indirizzo di adesso smette di funzionare: i calendari in cui lo hai aggiunto non riceveranno più le
        tue sessioni, finché non ci metti quello nuovo.
      </p>
    </QuestionDialog>
  )
}
