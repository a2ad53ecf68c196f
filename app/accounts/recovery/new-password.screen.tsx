import { data, Link } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { destinationIn, withDestination } from '../destination.rules'
import * as fields from '../fields'
import { intendedCourseIn, withIntendedCourse } from '../intended-course.rules'
import { intendedCourse } from '../intended-course.server'
import { InvalidLink } from '../invalid-link'
import { NEW_PASSWORD_LABELS, NewPasswordFields } from '../new-password-fields'
import { readToken } from '../one-time-tokens.server'
import { AUTH_PATHS } from '../pages.rules'
import { explainAccountRefusal, refusalInit } from '../refusals.rules'
import { INVITATION_PARAMETER, LINK_LIFETIMES } from '../rules'
import { visitorFrom } from '../session/session.server'
import type { Route } from './+types/new-password.screen'
import { resetPassword } from './commands.server'
import '../../ui/narrow.css'

const NewPasswordForm = z
  .object({ password: fields.password, confirmPassword: fields.password })
  .refine(fields.hasMatchingPasswords, fields.DIFFERENT_PASSWORDS)

export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const isValid = (await readToken('reset', token)) !== undefined
  return {
    token,
    isValid,
    isInvited: url.searchParams.has(INVITATION_PARAMETER),
    destination: destinationIn(url),
    course: intendedCourseIn(url.searchParams),
  }
}

/**
 * Sets the new password. The course to ask for comes from the link, since the e-mail may be opened in another browser.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const typed = NewPasswordForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success) return data({ errors: fieldErrors(typed.error), problem: undefined }, { status: 400 })

  return withErrorProblem(
    async () => {
      const outcome = await resetPassword(
        visitorFrom(context),
        url.searchParams.get('token') ?? '',
        typed.data.password,
      )
      if (!outcome.ok) {
        const problem = explainAccountRefusal(outcome)
        const errors: FieldErrors = outcome.refusal === 'weak-password' ? { password: problem } : {}
        return data({ errors, problem }, refusalInit(outcome))
      }
      const toast = {
        tone: 'success',
        title: url.searchParams.has(INVITATION_PARAMETER) ? 'Account attivato' : 'Password aggiornata',
        description: 'Accedi con la nuova password.',
      } as const
      const course = intendedCourseIn(url.searchParams)
      return redirectWith(
        withDestination(AUTH_PATHS.signIn, destinationIn(url)),
        toast,
        course ? { headers: { 'Set-Cookie': await intendedCourse.write(course) } } : undefined,
      )
    },
    { errors: {} as FieldErrors },
  )
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function NewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isValid, isInvited, destination, course } = loaderData
  const recoveryPath = withIntendedCourse(withDestination(AUTH_PATHS.recover, destination), course)
  const resetPath = `${AUTH_PATHS.reset}?${new URLSearchParams({ token, ...(isInvited && { [INVITATION_PARAMETER]: '1' }) })}`
  // After a post the page shows the answer of the action, although a used link is no longer valid.
  if (!isValid && !actionData)
    return <InvalidResetLink isInvited={isInvited} destination={destination} recoveryPath={recoveryPath} />
  return (
    <div className="page narrow">
      <PageHead title="Nuova password" noindex error={actionData !== undefined} />
      <h1>{isInvited ? 'Scegli la tua password' : 'Scegli una nuova password'}</h1>
      <Form
        method="post"
        action={withIntendedCourse(withDestination(resetPath, destination), course)}
        className="form"
        noValidate
      >
        <ErrorSummary
          result={actionData}
          errors={actionData?.errors}
          problem={actionData?.problem}
          labels={NEW_PASSWORD_LABELS}
        />
        <NewPasswordFields errors={actionData?.errors} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Salva la password
          </Submit>
          <Link className="link" to={recoveryPath}>
            Chiedi un nuovo link
          </Link>
        </div>
      </Form>
    </div>
  )
}

function InvalidResetLink({
  isInvited,
  destination,
  recoveryPath,
}: {
  isInvited: boolean
  destination: string | null
  recoveryPath: string
}) {
  return (
    <InvalidLink>
      <p>
        Il link per scegliere una nuova password vale{' '}
        {LINK_LIFETIMES[isInvited ? 'invitation' : 'reset'].words} e si usa una volta sola. Se la password
        l’hai già {isInvited ? 'scelta, accedi con quella' : 'cambiata, accedi con quella nuova'}.
      </p>
      <div className="actions">
        <Link className="button button-main button-large" to={recoveryPath}>
          Chiedi un nuovo link
        </Link>
        <Link className="button" to={withDestination(AUTH_PATHS.signIn, destination)}>
          Accedi
        </Link>
      </div>
    </InvalidLink>
  )
}
