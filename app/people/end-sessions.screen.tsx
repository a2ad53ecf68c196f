import { href } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { mayEndSessions } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/end-sessions.screen'
import { answerChange } from './change.server'
import { personOr404 } from './person.queries.server'
import { PersonQuestion } from './person-question'
import { endSessionsOf } from './sessions.commands.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personOr404(admin, params.person)
  const allowed = mayEndSessions(admin, person)
  return { person, refusal: allowed.ok ? undefined : explainAccountRefusal(allowed) }
}

export async function action({ params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerChange(params.person, 'Dispositivi scollegati', () => endSessionsOf(admin, params.person))
}

export default function EndSessions({ loaderData, params }: Route.ComponentProps) {
  return (
    <PersonQuestion
      {...loaderData}
      title="Scollegare i dispositivi?"
      action={href('/admin/people/:person/accessi', params)}
      button="Scollega i dispositivi"
    >
      <p>
        Esce subito da tutti i dispositivi e riceve un’email. Chi conosce la password può rientrare: se è il
        caso, invita la persona a cambiarla.
      </p>
    </PersonQuestion>
  )
}
