import { href } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { adminFrom } from '../accounts/session/session.server'
import { removeSecondFactor } from '../accounts/two-factor/commands.server'
import { mayRemoveSecondFactor } from '../accounts/two-factor/rules'
import type { Route } from './+types/remove-second-factor.screen'
import { answerChange } from './change.server'
import { personOr404 } from './person.queries.server'
import { PersonQuestion } from './person-question'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personOr404(admin, params.person)
  const allowed = mayRemoveSecondFactor(admin, person)
  return { person, refusal: allowed.ok ? undefined : explainAccountRefusal(allowed) }
}

export async function action({ params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const title = 'Verifica in due passaggi disattivata'
  return answerChange(params.person, title, () => removeSecondFactor(admin, params.person))
}

export default function RemoveSecondFactor({ loaderData, params }: Route.ComponentProps) {
  return (
    <PersonQuestion
      {...loaderData}
      title="Disattivare la verifica in due passaggi?"
      action={href('/admin/people/:person/due-passaggi', params)}
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
