import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readOrRedirect } from '../../http/toasts.server'
import { Form } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import type { Route } from './+types/details.screen'
import { BillingFields } from './billing-fields'
import { saveBillingDetails } from './commands.server'
import { saveBillingForm } from './form.server'
import { personWithBillingDetails } from './queries.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = personWithBillingDetails(staffFrom(context), params.person)
  const personWithDetails = await readOrRedirect(
    href('/admin/people'),
    'Impossibile caricare i dati',
    finding,
  )
  if (!personWithDetails) throw data(null, { status: 404 })
  const { details, ...person } = personWithDetails
  return { person, details }
}

export const shouldRevalidate = loadAfterConflict

export function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  return saveBillingForm(request, href('/admin/people/:person', params), (details, seenUpdatedAt) =>
    saveBillingDetails(staff, params.person, details, seenUpdatedAt),
  )
}

export default function BillingScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { firstName, lastName } = loaderData.person
  const back = href('/admin/people/:person', params)
  return (
    <QuestionPage
      title="Dati di fatturazione"
      back={back}
      about={
        <p>
          A chi va la fattura di quello che paga <b>{`${firstName} ${lastName}`}</b>.
        </p>
      }
      result={actionData}
    >
      <Form method="post" className="form">
        <BillingFields {...loaderData} actionData={actionData} />
        <QuestionActions back={back} busy="Salvataggio...">
          Salva i dati
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
