import { data, href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { editionPage } from '../enrolments/pages.rules'
import { editionRefundProposal } from '../enrolments/refund.rules'
import { REASON_LIMIT } from '../enrolments/rules'
import { editionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { Route } from './+types/cancel.screen'
import { cancelEdition } from './commands.server'
import { editionToDecide } from './edition.queries.server'
import { EditionPeople } from './edition-people'
import { refundsIfEditionCancelled } from './queries.server'
import { explainEditionRefusal, mistakesToCancel } from './rules'

const TITLE = 'Annulla l’edizione'

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const edition = await editionToDecide(staff, params.course)
  return { ...edition, refunds: await refundsIfEditionCancelled(staff, edition.course.id) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = { title: String(form.get('title') ?? ''), reason: String(form.get('reason') ?? '') }
  const { course } = await editionToDecide(staff, params.course)
  const back = editionPage(course.id)
  const mistakes = Object.entries(mistakesToCancel(typed, course.title))
  const errors: FieldErrors = Object.fromEntries(
    mistakes.map(([field, refusal]) => [field, explainEditionRefusal(refusal)]),
  )
  if (mistakes.length > 0) return data({ typed, errors, problem: undefined }, { status: 400 })
  const answer = async () => {
    const refunds = await refundsIfEditionCancelled(staff, course.id)
    const decided = await cancelEdition(staff, course.id, typed)
    if (!decided.ok)
      return data({ typed, errors, problem: explainEditionRefusal(decided.refusal) }, { status: 409 })
    const toast = editionToast('Edizione annullata', course, decided, back)
    const paymentsPage = href('/admin/courses/:course/pagamenti', { course: course.id })
    const link = { label: 'Vedi i rimborsi', to: `${paymentsPage}?stato=da-rimborsare` }
    return redirectWith(back, refunds.length > 0 ? { ...toast, link } : toast)
  }
  return withErrorToast('Impossibile annullare l’edizione', answer, { typed, errors, problem: undefined })
}

export default function CancelEditionScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, participants, involved, refunds, undoMinutes, refusal } = loaderData
  const result = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <QuestionPage
      title={TITLE}
      back={editionPage(course.id)}
      about={<EditionPeople edition={loaderData} />}
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <p>
          {involved === 0
            ? 'Nessuno partecipa o aspetta: nessuna email parte.'
            : `${formatCount(involved, 'persona riceve', 'persone ricevono')} un’email con il motivo${undoPeriodInWords(undoMinutes)}.`}{' '}
          Il corso esce dal catalogo; la sua pagina resta e dice che l’edizione è annullata.
        </p>
        {(participants > 0 || refunds.length > 0) && <p>{editionRefundProposal(refunds)}</p>}
        <TextArea
          label="Motivo"
          name="reason"
          rows={3}
          maxLength={REASON_LIMIT}
          defaultValue={result?.typed.reason}
          error={result?.errors.reason}
        />
        <Field
          label="Titolo del corso"
          name="title"
          hint="Scrivilo com’è qui sopra: serve a non sbagliare edizione."
          autoComplete="off"
          defaultValue={result?.typed.title}
          error={result?.errors.title}
        />
        <QuestionActions back={editionPage(course.id)} busy="Annullo...">
          {TITLE}
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
