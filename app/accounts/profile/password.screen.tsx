import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { CurrentPasswordField } from '../current-password-field'
import * as fields from '../fields'
import { NEW_PASSWORD_LABELS, NewPasswordFields } from '../new-password-fields'
import { ACCOUNT_PATH } from '../pages.rules'
import { refusedForm } from '../refused-form.server'
import { memberFrom, visitorFrom } from '../session/session.server'
import type { Route } from './+types/password.screen'
import { changePassword } from './commands.server'

const PasswordForm = z
  .object({ current: fields.currentPassword, ...fields.newPassword })
  .refine(fields.hasMatchingPasswords, fields.DIFFERENT_PASSWORDS)

export async function action({ request, context }: Route.ActionArgs) {
  const typed = PasswordForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success) return invalidForm(typed.error)

  return withErrorProblem(async () => {
    const { current, password } = typed.data
    const outcome = await changePassword(memberFrom(context), current, password, visitorFrom(context))
    if (!outcome.ok) return refusedForm(outcome)
    return redirectWith(
      ACCOUNT_PATH,
      {
        tone: 'success',
        title: 'Password aggiornata',
        description: 'Gli altri dispositivi sono stati scollegati.',
      },
      { headers: outcome.headers },
    )
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function PasswordScreen({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors
  return (
    <QuestionDialog
      title="Cambia password"
      closeTo={ACCOUNT_PATH}
      stay="Lascia com’è"
      noValidate
      busy="Salvataggio..."
      button="Cambia password"
    >
      <p className="quiet">
        Questo dispositivo resta collegato; su tutti gli altri dovrai accedere di nuovo.
      </p>
      <ErrorSummary result={actionData} labels={NEW_PASSWORD_LABELS} />
      <CurrentPasswordField error={errors?.current} />
      <NewPasswordFields errors={errors} />
    </QuestionDialog>
  )
}
