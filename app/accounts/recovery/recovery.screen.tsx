import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { PageHead } from '../../ui/page-head'
import { destinationIn, signInPath } from '../destination.rules'
import { EmailForm } from '../email-form'
import * as fields from '../fields'
import { readIntention } from '../intended-course.server'
import { AUTH_PATHS } from '../pages.rules'
import { refusedForm } from '../refused-form.server'
import { LINK_LIFETIMES } from '../rules'
import { visitorFrom } from '../session/session.server'
import type { Route } from './+types/recovery.screen'
import { requestRecovery } from './commands.server'
import '../../ui/narrow.css'

const RecoveryForm = z.object({ email: fields.email })

export function loader({ url }: Route.LoaderArgs) {
  return { destination: destinationIn(url) }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = RecoveryForm.safeParse(Object.fromEntries(form))
  const email = String(form.get('email') ?? '')
  if (!typed.success) return invalidForm(typed.error, { email })

  const sendLink = async () => {
    const intention = await readIntention(request, url)
    const outcome = await requestRecovery(visitorFrom(context), typed.data.email, intention)
    if (!outcome.ok) return refusedForm(outcome, { email })
    return redirectWith(signInPath(intention.destination), {
      tone: 'success',
      title: 'Controlla la tua email',
      description: 'Se questo indirizzo è registrato, riceverai un link per scegliere una nuova password.',
    })
  }
  return withErrorProblem(sendLink, { email })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Recovery({ loaderData: { destination }, actionData }: Route.ComponentProps) {
  return (
    <div className="page narrow">
      <PageHead
        title="Password dimenticata"
        path={AUTH_PATHS.recover}
        noindex
        error={actionData !== undefined}
      />
      <h1>Password dimenticata?</h1>
      <p>
        Scrivi l’email della tua registrazione: ti mandiamo un link, valido {LINK_LIFETIMES.reset.words}, per
        sceglierne una nuova.
      </p>
      <EmailForm result={actionData} destination={destination} submitLabel="Invia il link" />
    </div>
  )
}
