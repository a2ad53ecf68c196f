import { data, href } from 'react-router'
import { profile } from '../accounts/fields'
import { personPage } from '../accounts/pages.rules'
import { ProfileFields, typedProfile } from '../accounts/profile/profile-fields'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import type { ProfileFacts } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../ui/forms/error-summary'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/correct.screen'
import { correctPerson } from './person.commands.server'
import { personOr404 } from './person.queries.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await personOr404(staffFrom(context), params.person)
  const { firstName, lastName, phone, company, updatedAt } = person
  return { stored: { firstName, lastName, phone, company }, updatedAt: updatedAt.getTime() }
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = profile.safeParse(Object.fromEntries(form))
  const values = typedProfile(form)
  const seen = Number(form.get('seen'))
  if (!typed.success) return data({ errors: fieldErrors(typed.error), values, seen }, { status: 400 })
  const answer = async () => {
    const corrected = await correctPerson(staff, params.person, typed.data, seen)
    if (!corrected.ok) return data({ problem: explainAccountRefusal(corrected), values }, { status: 409 })
    return redirectWith(personPage(params.person), { tone: 'success', title: 'Dati corretti' })
  }
  return withErrorToast('Si è verificato un errore', answer, { values, seen })
}

/** `seen`: when the data that the next attempt replaces were stored; without it those of the page. */
type ActionResult = {
  errors?: FieldErrors
  problem?: string
  values?: ProfileFacts
  seen?: number
  toasts?: Toast[]
}
const TITLE = 'Correggi i dati'

export default function CorrectScreen({
  loaderData: { stored, updatedAt },
  actionData,
  params,
}: Route.ComponentProps) {
  const result: ActionResult = actionData ?? {}
  const page = personPage(params.person)
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={page}
      action={href('/admin/people/:person/dati', params)}
      noValidate
      busy="Salvataggio..."
      button="Salva i dati"
    >
      <ErrorSummary result={actionData} errors={result.errors} problem={result.problem} />
      {result.problem && (
        <p className="quiet">
          I dati salvati: {stored.firstName} {stored.lastName}, telefono {stored.phone ?? 'non specificato'},
          azienda {stored.company ?? 'non specificata'}.
        </p>
      )}
      <ProfileFields values={result.values ?? stored} errors={result.errors} />
      <input type="hidden" name="seen" value={result.seen ?? updatedAt} />
    </QuestionDialog>
  )
}
