import { data, href } from 'react-router'
import { ACCOUNT_PATH } from '../../accounts/pages.rules'
import { explainAccountRefusal } from '../../accounts/refusals.rules'
import { memberFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/own-details.screen'
import {
  BillingFields,
  initialBillingDetails,
  type ShownBillingDetails,
  StoredBillingDetails,
} from './billing-fields'
import { saveOwnBillingDetails } from './commands.server'
import { billingToast, readBillingForm, splitBillingRow } from './form.server'
import { ownBillingDetails } from './queries.server'

const TITLE = 'Dati di fatturazione'

type ActionResult = { errors?: FieldErrors; problem?: string; values?: ShownBillingDetails }

export async function loader({ context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const { firstName, lastName, company } = member
  return { person: { firstName, lastName, company }, ...splitBillingRow(await ownBillingDetails(member)) }
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const { values, seenUpdatedAt, details, errors } = readBillingForm(await readForm(request))
  if (!details) return data<ActionResult>({ errors, values }, { status: 400 })
  return withErrorToast(
    'Impossibile salvare i dati',
    async () => {
      const saved = await saveOwnBillingDetails(member, details, seenUpdatedAt)
      if (!saved.ok)
        return data<ActionResult>(
          { problem: explainAccountRefusal(saved), values: { ...values, seenUpdatedAt: null } },
          { status: 409 },
        )
      return redirectWith(ACCOUNT_PATH, billingToast(details))
    },
    { values },
  )
}

export default function OwnBillingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, storedDetails, seenUpdatedAt } = loaderData
  const result: ActionResult = actionData && 'values' in actionData ? actionData : {}
  const { errors = {} } = result
  return (
    <Dialog title={TITLE} closeTo={ACCOUNT_PATH}>
      <PageHead title={TITLE} noindex error={actionData !== undefined} />
      <p className="quiet">
        Servono a intestare la fattura di quello che paghi, a te o a un’azienda. Puoi darli anche in parte.
      </p>
      <Form method="post" action={href('/dashboard/fatturazione')} className="form" noValidate>
        <ErrorSummary result={actionData} errors={errors} problem={result.problem} />
        {result.problem && storedDetails && <StoredBillingDetails details={storedDetails} />}
        <BillingFields
          shown={result.values ?? storedDetails ?? initialBillingDetails(person)}
          seenUpdatedAt={seenUpdatedAt}
          errors={errors}
        />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Salva i dati
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
