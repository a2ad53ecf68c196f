import { data, href, Link, useLocation } from 'react-router'
import { explainAccount } from '../accounts/refusals.rules'
import { adminFrom } from '../accounts/session/session.server'
import { removeSecondFactor } from '../accounts/two-factor/commands.server'
import { mayRemove } from '../accounts/two-factor/rules'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { Form, Submit } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/remove-second-factor.screen'
import { personById } from './people.queries.server'

const TITLE = 'Disattivare la verifica in due passaggi?'

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
    <Dialog title={TITLE} closeTo={closeTo}>
      <PageHead title={TITLE} noindex />
      <Form
        method="post"
        action={`${href('/admin/people/:person/due-passaggi', params)}${search}`}
        className="form"
        preventScrollReset
      >
        <p>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </p>
        {person.refusal ? (
          <p>{person.refusal}</p>
        ) : (
          <p>
            Per chi ha perso sia il telefono sia i codici di recupero. Prima accertati, di persona o al
            telefono, che la richiesta sia sua: dopo, per accedere basta la password. Esce da tutti i
            dispositivi e riceve un’email.
          </p>
        )}
        <div className="actions">
          {!person.refusal && (
            <Submit className="button button-main" name="intent" value="remove" busy="Un momento...">
              Disattiva
            </Submit>
          )}
          <Link className="button" to={closeTo} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
