import { data } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { shortfallOf } from '../courses/minimum.rules'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { editionPage } from '../enrolments/pages.rules'
import { editionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/confirm.screen'
import { confirmEdition } from './commands.server'
import { editionToDecide } from './edition.queries.server'
import { EditionPeople } from './edition-people'
import { explainEditionRefusal, mayConfirmEdition } from './rules'

const TITLE = 'Conferma l’edizione'

export function loader({ params, context }: Route.LoaderArgs) {
  return editionToDecide(staffFrom(context), params.course, mayConfirmEdition)
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
  const { course, participants, undoMinutes, refusal } = loaderData
  const shortfall = shortfallOf(course)
  return (
    <QuestionPage
      title={TITLE}
      back={editionPage(course.id)}
      about={<EditionPeople edition={loaderData} />}
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
          {participants === 0
            ? 'Nessuno partecipa ancora: nessuna email parte.'
            : `Il corso parte: ${formatCount(participants, 'persona riceve', 'persone ricevono')} un’email${undoPeriodInWords(undoMinutes)}.`}
        </p>
        <QuestionActions back={editionPage(course.id)} name="intent" value="confirm" busy="Confermo...">
          {TITLE}
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
