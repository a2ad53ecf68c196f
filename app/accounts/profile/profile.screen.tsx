import { href } from 'react-router'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { profile } from '../fields'
import { memberFrom } from '../session/session.server'
import type { Route } from './+types/profile.screen'
import { updateProfile } from './commands.server'
import { ProfileFields, typedProfile } from './profile-fields'

export function loader({ context }: Route.LoaderArgs) {
  const { firstName, lastName, phone, company } = memberFrom(context)
  return { firstName, lastName, phone, company }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = profile.safeParse(Object.fromEntries(form))
  const result = { values: typedProfile(form), before: typedProfile(form, BEFORE) }
  if (!typed.success) return invalidForm(typed.error, result)
  const update = async () => {
    await updateProfile(memberFrom(context), typed.data, result.before)
    return redirectWith(href('/dashboard'), { tone: 'success', title: 'Profilo aggiornato' })
  }
  return withErrorProblem(update, result)
}

/** Ends the names of the hidden fields with the data that the form began with. */
const BEFORE = 'Before'

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { values, before } = actionData ?? { values: loaderData, before: loaderData }
  return (
    <QuestionDialog
      title="Modifica profilo"
      closeTo={href('/dashboard')}
      stay="Lascia com’è"
      noValidate
      busy="Salvataggio..."
      button="Salva Modifiche"
    >
      <ErrorSummary result={actionData} />
      <ProfileFields values={values} errors={actionData?.errors} isOwn />
      {Object.entries(before).map(([name, value]) => (
        <input key={name} type="hidden" name={name + BEFORE} value={value ?? ''} />
      ))}
    </QuestionDialog>
  )
}
