import { data } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { editionPage } from '../enrolments/pages.rules'
import { editionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { today } from '../runtime/clock'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/confirm.screen'
import { confirmEdition } from './commands.server'
import { EditionPeople } from './edition-people'
import { editionToDecide } from './queries.server'
import { explainEditionRefusal, mayConfirmEdition } from './rules'

const TITLE = 'Conferma l’edizione'

export async function loader({ params, context }: Route.LoaderArgs) {
  const edition = await editionToDecide(staffFrom(context), params.course)
  const outcome = mayConfirmEdition(edition.course, today())
  return { ...edition, refusal: outcome.ok ? undefined : explainEditionRefusal(outcome.refusal) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  if ((await readForm(request)).get('intent') !== 'confirm') throw data(null, { status: 400 })
  const { course } = await editionToDecide(staff, params.course)
  const back = editionPage(course.id)
  return withErrorToast('Impossibile confermare l’edizione', async () => {
    const decided = await confirmEdition(staff, course.id)
    if (!decided.ok) return redirectWith(back, errorToast(explainEditionRefusal(decided.refusal)))
    return redirectWith(back, editionToast('Edizione confermata', course, decided, back))
  })
}

export default function ConfirmScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, people, shortfall, undoMinutes, refusal } = loaderData
  const notified = people.approved + people.in_progress
  return (
    <QuestionPage
      title={TITLE}
      back={editionPage(course.id)}
      about={<EditionPeople people={people} />}
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        {shortfall && (
          <p>
            <b>{shortfall}</b>
          </p>
        )}
        <p>
          {notified === 0
            ? 'Nessuno partecipa ancora: nessuna email parte.'
            : `Il corso parte: ${formatCount(notified, 'persona riceve', 'persone ricevono')} un’email${undoPeriodInWords(undoMinutes)}.`}
        </p>
        <QuestionActions back={editionPage(course.id)} name="intent" value="confirm" busy="Confermo...">
          Conferma l’edizione
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
