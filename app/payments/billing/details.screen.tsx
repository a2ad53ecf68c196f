import { data, href } from 'react-router'
import { explainAccountRefusal } from '../../accounts/refusals.rules'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Form } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import type { Route } from './+types/details.screen'
import {
  BillingFields,
  initialBillingDetails,
  type ShownBillingDetails,
  StoredBillingDetails,
} from './billing-fields'
import { saveBillingDetails } from './commands.server'
import { billingToast, readBillingForm, splitBillingRow } from './form.server'
import { personWithBillingDetails } from './queries.server'

const TITLE = 'Dati di fatturazione'

type ActionResult = { errors?: FieldErrors; problem?: string; values?: ShownBillingDetails }

export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = personWithBillingDetails(staffFrom(context), params.person)
  const personWithDetails = await readOrRedirect(
    href('/admin/people'),
    'Impossibile caricare i dati',
    finding,
  )
  if (!personWithDetails) throw data(null, { status: 404 })
  const { details, ...person } = personWithDetails
  return { person, ...splitBillingRow(details) }
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const { values, seenUpdatedAt, details, errors } = readBillingForm(await readForm(request))
  if (!details) return data<ActionResult>({ errors, values }, { status: 400 })
  return withErrorToast(
    'Impossibile salvare i dati',
    async () => {
      const saved = await saveBillingDetails(staff, params.person, details, seenUpdatedAt)
      if (!saved.ok)
        return data<ActionResult>(
          { problem: explainAccountRefusal(saved), values: { ...values, seenUpdatedAt: null } },
          { status: 409 },
        )
      return redirectWith(href('/admin/people/:person', params), billingToast(details))
    },
    { values },
  )
}

export default function BillingScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, storedDetails, seenUpdatedAt } = loaderData
  const result: ActionResult = actionData && 'values' in actionData ? actionData : {}
  const { errors = {} } = result
  const name = `${person.firstName} ${person.lastName}`
  const back = href('/admin/people/:person', params)
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={
        <p>
          A chi va la fattura di quello che paga <b>{name}</b>.
        </p>
      }
      result={actionData}
    >
      <Form method="post" className="form">
        <ErrorSummary result={actionData} errors={errors} problem={result.problem} />
        {result.problem && storedDetails && <StoredBillingDetails details={storedDetails} />}
        <BillingFields
          shown={result.values ?? storedDetails ?? initialBillingDetails(person)}
          seenUpdatedAt={seenUpdatedAt}
          errors={errors}
        />
        <QuestionActions back={back} busy="Salvataggio...">
          Salva i dati
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
