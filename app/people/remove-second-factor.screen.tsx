import { data, href, useLocation } from 'react-router'
import { explainAccount } from '../accounts/refusals.rules'
import { adminFrom } from '../accounts/session/session.server'
import { removeSecondFactor } from '../accounts/two-factor/commands.server'
import { mayRemove } from '../accounts/two-factor/rules'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/remove-second-factor.screen'
import { personById } from './people.queries.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  const decision = mayRemove(admin, person)
  const { firstName, lastName, email } = person
  return { firstName, lastName, email, refusal: decision.ok ? undefined : explainAccount(decision) }
}

export async function action({ params, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return withErrorToast('Si è verificato un errore', async () => {
    const removed = await removeSecondFactor(admin, params.person)
    const title = 'Verifica in due passaggi disattivata'
    return redirectWith(
      `${href('/admin/people')}${url.search}`,
      removed.ok ? { tone: 'success', title } : errorToast(explainAccount(removed)),
    )
  })
}

export default function RemoveSecondFactor({ loaderData: person, params }: Route.ComponentProps) {
  const { search } = useLocation()
  const closeTo = `${href('/admin/people')}${search}`
  return (
    <QuestionDialog
      title="Disattivare la verifica in due passaggi?"
      closeTo={closeTo}
      action={`${href('/admin/people/:person/due-passaggi', params)}${search}`}
      about={
        <p>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </p>
      }
      refusal={person.refusal}
      name="intent"
      value="remove"
      busy="Un momento..."
      button="Disattiva"
    >
      <p>
        Per chi ha perso sia il telefono sia i codici di recupero. Prima accertati, di persona o al telefono,
        che la richiesta sia sua: dopo, per accedere basta la password. Esce da tutti i dispositivi e riceve
        un’email.
      </p>
    </QuestionDialog>
  )
}
