import { data, href } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { adminFrom } from '../accounts/session/session.server'
import { removeSecondFactor } from '../accounts/two-factor/commands.server'
import { mayRemoveSecondFactor } from '../accounts/two-factor/rules'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/remove-second-factor.screen'
import { personById } from './people.queries.server'
import { PersonQuestion } from './person-question'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  const allowed = mayRemoveSecondFactor(admin, person)
  return { person, refusal: allowed.ok ? undefined : explainAccountRefusal(allowed) }
}

export async function action({ params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return withErrorToast('Si è verificato un errore', async () => {
    const removed = await removeSecondFactor(admin, params.person)
    const title = 'Verifica in due passaggi disattivata'
    return redirectWith(
      href('/admin/people/:person', params),
      removed.ok ? { tone: 'success', title } : errorToast(explainAccountRefusal(removed)),
    )
  })
}

export default function RemoveSecondFactor({ loaderData, params }: Route.ComponentProps) {
  return (
    <PersonQuestion
      {...loaderData}
      title="Disattivare la verifica in due passaggi?"
      action={href('/admin/people/:person/due-passaggi', params)}
      intent="remove"
      button="Disattiva"
    >
      <p>
        Per chi ha perso sia il telefono sia i codici di recupero. Prima accertati, di persona o al telefono,
        che la richiesta sia sua: dopo, per accedere basta la password. Esce da tutti i dispositivi e riceve
        un’email.
      </p>
    </PersonQuestion>
  )
}
