import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { withErrorProblem, withFlash } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { CurrentPasswordField } from '../current-password-field'
import * as fields from '../fields'
import { NEW_PASSWORD_LABELS, NewPasswordFields } from '../new-password-fields'
import { ACCOUNT_PATH } from '../pages.rules'
import { type AccountRefused, explainAccountRefusal, refusalInit } from '../refusals.rules'
import { memberFrom, visitorFrom } from '../session/session.server'
import type { Route } from './+types/password.screen'
import { changePassword } from './commands.server'

const PasswordForm = z
  .object({
    current: fields.currentPassword,
    password: fields.password,
    confirmPassword: fields.password,
  })
  .refine(fields.hasMatchingPasswords, fields.DIFFERENT_PASSWORDS)

export async function action({ request, context }: Route.ActionArgs) {
  const typed = PasswordForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success) return data({ errors: fieldErrors(typed.error), problem: undefined }, { status: 400 })

  return withErrorProblem(
    async () => {
      const outcome = await changePassword(
        memberFrom(context),
        typed.data.current,
        typed.data.password,
        visitorFrom(context),
      )
      if (!outcome.ok)
        return data(
          { errors: fieldErrorsOf(outcome), problem: explainAccountRefusal(outcome) },
          refusalInit(outcome),
        )
      const toast = {
        tone: 'success',
        title: 'Password aggiornata',
        description: 'Gli altri dispositivi sono stati scollegati.',
      } as const
      return redirect(ACCOUNT_PATH, await withFlash(toast, { headers: outcome.headers }))
    },
    { errors: {} as FieldErrors },
  )
}

function fieldErrorsOf(refused: AccountRefused): FieldErrors {
  if (refused.refusal === 'wrong-password') return { current: explainAccountRefusal(refused) }
  return refused.refusal === 'weak-password' ? { password: explainAccountRefusal(refused) } : {}
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function PasswordScreen({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors
  return (
    <Dialog title="Cambia password" closeTo={ACCOUNT_PATH}>
      <PageHead title="Cambia password" noindex error={actionData !== undefined} />
      <p className="quiet">
        Questo dispositivo resta collegato; su tutti gli altri dovrai accedere di nuovo.
      </p>
      <Form method="post" action={href('/dashboard/password')} className="form" noValidate>
        <ErrorSummary
          result={actionData}
          errors={errors}
          problem={actionData?.problem}
          labels={NEW_PASSWORD_LABELS}
        />
        <CurrentPasswordField error={errors?.current} />
        <NewPasswordFields errors={errors} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Cambia password
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
