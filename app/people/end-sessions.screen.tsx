import { data, href } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { mayEndSessions } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/end-sessions.screen'
import { personById } from './people.queries.server'
import { PersonQuestion } from './person-question'
import { endSessionsOf } from './sessions.commands.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  const allowed = mayEndSessions(admin, person)
  return { person, refusal: allowed.ok ? undefined : explainAccountRefusal(allowed) }
}

export async function action({ params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return withErrorToast('Si è verificato un errore', async () => {
    const ended = await endSessionsOf(admin, params.person)
    return redirectWith(
      href('/admin/people/:person', params),
      ended.ok
        ? { tone: 'success', title: 'Dispositivi scollegati' }
        : errorToast(explainAccountRefusal(ended)),
    )
  })
}

export default function EndSessions({ loaderData, params }: Route.ComponentProps) {
  return (
    <PersonQuestion
      {...loaderData}
      title="Scollegare i dispositivi?"
      action={href('/admin/people/:person/accessi', params)}
      intent="end-sessions"
      button="Scollega i dispositivi"
    >
      <p>
        Esce subito da tutti i dispositivi e riceve un’email. Chi conosce la password può rientrare: se è il
        caso, invita a cambiarla.
      </p>
    </PersonQuestion>
  )
}
