import { href } from 'react-router'
import { ACCOUNT_PATH } from '../../accounts/pages.rules'
import { memberFrom } from '../../accounts/session/session.server'
import { Form, Submit } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/own-details.screen'
import { BillingFields } from './billing-fields'
import { saveOwnBillingDetails } from './commands.server'
import { saveBillingForm } from './form.server'
import { ownBillingDetails } from './queries.server'

const TITLE = 'Dati di fatturazione'

export async function loader({ context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const { firstName, lastName, company } = member
  return { person: { firstName, lastName, company }, details: await ownBillingDetails(member) }
}

export const shouldRevalidate = loadAfterConflict

export function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  return saveBillingForm(request, ACCOUNT_PATH, (details, seenUpdatedAt) =>
    saveOwnBillingDetails(member, details, seenUpdatedAt),
  )
}

export default function OwnBillingScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Dialog title={TITLE} closeTo={ACCOUNT_PATH}>
      <PageHead title={TITLE} noindex error={actionData !== undefined} />
      <p className="quiet">
        Servono a intestare la fattura di quello che paghi, a te o a un’azienda. Puoi darli anche in parte.
      </p>
      <Form method="post" action={href('/dashboard/fatturazione')} className="form" noValidate>
        <BillingFields {...loaderData} actionData={actionData} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Salva i dati
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
